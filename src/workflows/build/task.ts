// One task of a plan: attempts of a worker until it succeeds or the retries are used up. Called by execute.ts, and by land.ts after a merge
// conflict.
import { withMemory } from '../../memory/services.js';
import type { Diff, RunRepository } from '../../ports/index.js';
import { tamperingIn } from '../../verify/prove/index.js';
import { freshName, hasBegun, runRole } from './agents/run-role.js';
import { resultFile } from './agents/work-folder.js';
import type { Build } from './build.js';
import { type AttemptVerdict, afterAttempt, judgeAttempt, type TaskEnd } from './rules/attempts.js';
import { promptText } from './rules/phases.js';
import type { PlanTask } from './rules/plan.js';
import { failedResult, withDefaults } from './rules/result.js';
import { mayWrite } from './rules/waves.js';

/** How a task ended. `diff` is its change relative to the commit that it began from; null if it failed or changed nothing. */
export interface TaskResult {
  readonly end: Exclude<TaskEnd, 'skipped'>;
  readonly error: string | null;
  readonly diff: Pick<Diff, 'text' | 'sha256' | 'files'> | null;
}

/** A task to run, or to run again after a merge conflict. */
export interface TaskToRun {
  readonly task: PlanTask;
  /** The commit that it begins from. */
  readonly commit: string;
  /** Tasks of the plan without an ending, for its share of the budget. */
  readonly tasksLeft: number;
  /** Files with merge conflicts, if this attempt is to resolve them. */
  readonly conflict?: readonly string[] | undefined;
}

/** The verdict about an attempt, with the change if it succeeded. */
interface AttemptResult extends AttemptVerdict {
  readonly diff: TaskResult['diff'];
}

/** Runs attempts until one succeeds or the retries are used up. A continued run does not repeat finished attempts. */
export async function runTask(build: Build, taskToRun: TaskToRun): Promise<TaskResult> {
  const { task, conflict } = taskToRun;
  const { max_retries: maxRetries } = build.config;
  let previous: string | null = null;
  for (let retries = 0; ; retries += 1) {
    const name = `task_${task.id}${conflict ? '-merge' : ''}.${retries + 1}`;
    const attempt = await loggedAttempt(build, { ...taskToRun, name, previous });
    const next = conflict ? conflictEnd(attempt) : afterAttempt(attempt.status, { retries, maxRetries });
    if (next !== 'retry') {
      if (next !== 'success') await writeFailedResult(build, task.id, attempt.error);
      return { end: next, error: attempt.error, diff: next === 'success' ? attempt.diff : null };
    }
    previous = attempt.error;
  }
}

/** A merge conflict is resolved in one attempt. */
const conflictEnd = ({ status }: AttemptResult): 'success' | 'failure' =>
  status === 'success' ? 'success' : 'failure';

/** Writes a failed result if the worker left none, so that every task that ran has one. */
async function writeFailedResult({ folder }: Build, task: number, error: string | null): Promise<void> {
  const file = resultFile(task);
  if (!(await folder.exists(file))) await folder.write(file, failedResult({ task, error: error ?? 'no result' }));
}

interface AttemptToRun extends TaskToRun {
  /** Prefix of its steps in the journal, such as `task_3.1`. */
  readonly name: string;
  /** The error of the previous attempt. */
  readonly previous: string | null;
}

/** Runs an attempt as a step of the journal, with its entries in the execution log. */
async function loggedAttempt(build: Build, attemptToRun: AttemptToRun): Promise<AttemptResult> {
  const { ctx } = build;
  const { task, name } = attemptToRun;
  const key = `task_${task.id}`;
  const isResumed = build.earlierSteps.has(`log ${name} started`) && !build.earlierSteps.has(`${name} result`);
  const starts = ctx.steps().filter(({ name: step }) => step.startsWith(`log ${name} started`)).length;
  await build.log(`${name} started${isResumed ? ` again ${starts}` : ''}`, {
    is: 'started',
    key,
    role: `worker_${task.persona}`,
    task: key,
    model: task.model,
    at: ctx.clock.now(),
    ...(isResumed && { resumed: true }),
  });
  const result = await ctx.step(`${name} result`, () => runAttempt(build, attemptToRun));
  const { status, error, metadata_issues } = result;
  await build.log(`${name} finished`, { is: 'finished', key, at: ctx.clock.now(), status, error, metadata_issues });
  return result;
}

/** Runs the worker in a checkout of its own and judges what it left. */
async function runAttempt(build: Build, attemptToRun: AttemptToRun): Promise<AttemptResult> {
  const { repository, environment, folder } = build;
  const { task, commit } = attemptToRun;
  const checkout = await repository.checkOut(commit);
  // Only a coder runs commands.
  const sandbox = task.persona === 'coder' ? await environment.verifier.sandbox(checkout.tree.root) : undefined;
  try {
    // An interrupted worker continues only if its task writes no files, because its changed tree is gone.
    const mayContinue = task.writes.length === 0;
    // Otherwise the result of the previous attempt would count as this one's.
    if (!(mayContinue && hasBegun(build.earlierSteps, attemptToRun.name))) await folder.remove(resultFile(task.id));
    const taskText = (await folder.text(task.file)) ?? task.title;
    const memoryQuery = { who: attemptToRun.name, text: taskText, taskKind: `build:${task.persona}` };
    const end = await runRole(build, {
      who: mayContinue ? attemptToRun.name : freshName(build, attemptToRun.name),
      role: build.roles(`worker-${task.persona}`),
      model: task.model,
      turns: build.config.worker_max_turns,
      task: await withMemory(build.ctx, taskPrompt(build, attemptToRun), memoryQuery),
      outputs: [resultFile(task.id)],
      tree: checkout.tree,
      sandbox,
      tasksLeft: attemptToRun.tasksLeft,
    });
    const { diff, changed } = await checkout.changes();
    const { result: validation, front } = await folder.validate(resultFile(task.id), task.persona);
    const violation =
      violationOf(task, diff) ??
      (await weakenedTest(checkout, changed)) ??
      (end.ended === 'failed' ? (end.error ?? 'the worker ended without an answer') : undefined);
    const judged = judgeAttempt({
      validation,
      violation,
      metadata: withDefaults(front),
      error: front.errors[0],
      isTimeout: end.ended === 'timeout',
    });
    const { text, sha256, files } = diff;
    return { ...judged, diff: judged.status === 'success' && text !== '' ? { text, sha256, files } : null };
  } finally {
    await sandbox?.close();
    await checkout.close();
  }
}

/** Why a task fails whatever its result says: it changed files outside of its Writes, or a coder changed nothing. */
function violationOf({ persona, writes }: PlanTask, { files }: Pick<Diff, 'files'>): string | undefined {
  const elsewhere = files.filter((file) => !mayWrite(writes, file));
  if (elsewhere.length > 0) return `it changed files outside of its Writes: ${elsewhere.slice(0, 5).join(', ')}`;
  return persona === 'coder' && files.length === 0 ? 'it changed nothing' : undefined;
}

type Checkout = Awaited<ReturnType<RunRepository['checkOut']>>;

/** Why the attempt fails if its change weakens a test; else undefined. */
async function weakenedTest(
  checkout: Checkout,
  changed: Awaited<ReturnType<Checkout['changes']>>['changed'],
): Promise<string | undefined> {
  if (changed.length === 0) return undefined;
  const found = await tamperingIn({ tree: checkout.tree, changed });
  const [first] = found.filter(({ weight }) => weight === 'blocks');
  return first && `it weakened a test: ${first.file}: ${first.why}`;
}

/** The worker's first message. */
function taskPrompt({ config, folder }: Build, { task, previous, conflict }: AttemptToRun): string {
  const { name } = folder;
  return promptText({
    instructions: config.phase_instructions.execute,
    inputs: [name + task.file],
    outputs: [name + resultFile(task.id)],
    more: [
      `- Writes: ${task.writes.join(', ') || '-'}`,
      ...(previous === null ? [] : [`- PREVIOUS_ERROR: ${previous}`]),
      ...(conflict
        ? [
            `- MERGE_CONFLICT: ${conflict.join(', ')} (the tree now contains the changes of the other tasks; make your change again on top of them)`,
          ]
        : []),
    ],
  });
}
