// One task: attempts of a worker until it succeeds or the retries are used up.
import { withMemory } from '../../memory/services.js';
import type { Diff, RunRepository } from '../../ports/index.js';
import { tamperingIn } from '../../verify/prove/index.js';
import { freshName, hasBegun, runRole } from './agents/run-role.js';
import type { Build } from './build.js';
import { type AttemptVerdict, afterAttempt, judgeAttempt, type TaskEnd } from './rules/attempts.js';
import { promptText } from './rules/phases.js';
import type { PlanTask } from './rules/plan.js';
import { failedResult, withDefaults } from './rules/result.js';
import { mayWrite } from './rules/waves.js';

/** How a task ended, with its change on the commit that it began from. */
export interface TaskResult {
  readonly end: Exclude<TaskEnd, 'skipped'>;
  readonly error: string | null;
  readonly diff: Pick<Diff, 'text' | 'sha256' | 'files'> | null;
}

export interface TaskToRun {
  readonly task: PlanTask;
  /** The commit that it begins from. */
  readonly commit: string;
  readonly tasksLeft: number;
  /** Files with merge conflicts, if this attempt is to resolve them. */
  readonly conflict?: readonly string[] | undefined;
}

interface AttemptResult extends AttemptVerdict {
  readonly diff: TaskResult['diff'];
}

const resultFile = (id: number): string => `results/result_${id}.md`;

/** Runs a task. Finished attempts are in the journal; an interrupted attempt is repeated. */
export async function runTask(build: Build, taskToRun: TaskToRun): Promise<TaskResult> {
  const { task, conflict } = taskToRun;
  const { max_retries: most } = build.config;
  let previous: string | null = null;
  for (let retries = 0; ; retries += 1) {
    const name = `task_${task.id}${conflict ? '-merge' : ''}.${retries + 1}`;
    const attempt = await loggedAttempt(build, { ...taskToRun, name, previous });
    const next = conflict
      ? attempt.status === 'success'
        ? 'success'
        : 'failure'
      : afterAttempt(attempt.status, { retries, maxRetries: most });
    if (next !== 'retry') {
      if (next !== 'success') await writeFailedResult(build, task.id, attempt.error);
      return { end: next, error: attempt.error, diff: next === 'success' ? attempt.diff : null };
    }
    previous = attempt.error;
  }
}

/** Writes a failed result if the worker left none, so that every task that ran has one. */
async function writeFailedResult({ folder }: Build, task: number, error: string | null): Promise<void> {
  const file = resultFile(task);
  if (!(await folder.exists(file))) await folder.write(file, failedResult({ task, error: error ?? 'no result' }));
}

type Attempt = TaskToRun & { readonly name: string; readonly previous: string | null };

async function loggedAttempt(build: Build, of: Attempt): Promise<AttemptResult> {
  const { ctx } = build;
  const { task, name } = of;
  const key = `task_${task.id}`;
  const isOld = build.before.has(`log ${name} started`) && !build.before.has(`${name} result`);
  const again = isOld
    ? ` again ${ctx.steps().filter(({ name: step }) => step.startsWith(`log ${name} started`)).length}`
    : '';
  await build.log(`${name} started${again}`, {
    ...{ is: 'started', key, role: `worker_${task.persona}`, task: key, model: task.model, at: ctx.clock.now() },
    ...(isOld && { resumed: true }),
  });
  const attempted = await ctx.step(`${name} result`, () => attempt(build, of));
  const { status, error, metadata_issues } = attempted;
  await build.log(`${name} finished`, { is: 'finished', key, at: ctx.clock.now(), status, error, metadata_issues });
  return attempted;
}

async function attempt(build: Build, of: Attempt): Promise<AttemptResult> {
  const { repository, environment, folder } = build;
  const { task, commit } = of;
  const place = await repository.checkOut(commit);
  // Only a coder runs commands.
  const sandbox = task.persona === 'coder' ? await environment.verifier.sandbox(place.tree.root) : undefined;
  try {
    // An interrupted worker can continue only if it did not change its tree.
    const mayContinue = task.writes.length === 0;
    // Clears the result of an earlier attempt.
    if (!(mayContinue && hasBegun(build.before, of.name)) && (await folder.exists(resultFile(task.id))))
      await folder.write(resultFile(task.id), '');
    const taskText = (await folder.text(task.file)) ?? task.title;
    const asks = { who: of.name, text: taskText, taskKind: `build:${task.persona}` };
    const end = await runRole(build, {
      ...{ who: mayContinue ? of.name : freshName(build, of.name), role: build.roles(`worker-${task.persona}`) },
      ...{ model: task.model, turns: build.config.worker_max_turns },
      ...{ task: await withMemory(build.ctx, taskPrompt(build, of), asks), outputs: [resultFile(task.id)] },
      ...{ tree: place.tree, sandbox, tasksLeft: of.tasksLeft },
    });
    const { diff, changed } = await place.changes();
    const { result: validation, front } = await folder.validate(resultFile(task.id), task.persona);
    const violation =
      violationOf(task, diff) ??
      (await weakenedTest(place, changed)) ??
      (end.ended === 'failed' ? (end.error ?? 'the worker ended without an answer') : undefined);
    const judged = judgeAttempt({
      ...{ validation, violation, metadata: withDefaults(front), error: front.errors[0] },
      timedOut: end.ended === 'timeout',
    });
    const { text, sha256, files } = diff;
    return { ...judged, diff: judged.status === 'success' && text !== '' ? { text, sha256, files } : null };
  } finally {
    await sandbox?.close();
    await place.close();
  }
}

/** Fails a task that changed files outside its Writes, and a coder that changed nothing, whatever the result says. */
function violationOf({ persona, writes }: PlanTask, { files }: Pick<Diff, 'files'>): string | undefined {
  const elsewhere = files.filter((file) => !mayWrite(writes, file));
  if (elsewhere.length > 0) return `it changed files outside of its Writes: ${elsewhere.slice(0, 5).join(', ')}`;
  return persona === 'coder' && files.length === 0 ? 'it changed nothing' : undefined;
}

type Checkout = Awaited<ReturnType<RunRepository['checkOut']>>;

async function weakenedTest(
  place: Checkout,
  changed: Awaited<ReturnType<Checkout['changes']>>['changed'],
): Promise<string | undefined> {
  if (changed.length === 0) return undefined;
  const found = await tamperingIn({
    tree: place.tree,
    baseCommit: { changesSince: () => place.changes() },
    base: '',
    checkoutDifferences: {},
  });
  const [first] = found.filter(({ weight }) => weight === 'blocks');
  return first && `it weakened a test: ${first.file}: ${first.why}`;
}

function taskPrompt({ config, folder }: Build, { task, previous, conflict }: Attempt): string {
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
