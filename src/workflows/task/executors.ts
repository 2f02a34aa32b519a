// The executor: runs the workflow that can do the task and reads its result. Verdicts of that workflow only go into the execution log. Used
// by work.ts.
import * as z from 'zod';
import { withMemory } from '../../memory/services.js';
import { EndWork } from '../../ports/errors.js';
import type { WorkEnvironment } from '../../ports/index.js';
import type { Outcome } from '../../ports/run.js';
import type { WorkContext, WorkResult } from '../../ports/workflow.js';
import { lastStepValue, stepValue } from '../../runs/journal-steps.js';
import { work as buildWork } from '../build/work.js';
import type { FixOrder } from '../fix/gate.js';
import { work as fixWork } from '../fix/work.js';
import { work as reviewWork } from '../review/work.js';
import { work as writeWork } from '../write/work.js';
import { askAgent, budgetFor } from './agents.js';
import { EXECUTE_STEP, type ExecuteInput, type Execution } from './components.js';
import type { TaskMessages } from './messages.en.js';
import type { TaskOrder } from './order.js';
import { designerPrompt, executorNote } from './rules/prompts.js';
import { EXECUTORS, type ExecutorName, executorFor } from './rules/session.js';

/** An execution, with the workflow that did it. */
export interface ExecutorResult extends Execution {
  readonly by: ExecutorName;
  /** The outcome of the executing workflow, for `publish`. */
  readonly outcome: Pick<Outcome, 'name' | 'says' | 'result'> | null;
  /** Of a build: the change after each task. */
  readonly commits?: WorkResult['commits'];
}

/** What an execution needs of the run. */
export interface ExecutorContext {
  readonly ctx: WorkContext;
  readonly environment: WorkEnvironment;
  readonly order: TaskOrder;
  readonly say: TaskMessages;
}

/** Runs one execution with the executor that the session and the orders allow. A later execution continues from the accepted change. */
export async function execute(
  context: ExecutorContext,
  input: ExecuteInput,
  stop: AbortSignal,
): Promise<ExecutorResult> {
  if (executionsIn(context.ctx).some(({ by, change }) => change && (by === 'write' || by === 'build')))
    return executeLaterFix(context, { input, stop });
  const available = EXECUTORS.filter((name) => isOrdered(name, context.order));
  const by = executorFor({
    type: input.type,
    request: context.order.request,
    allowed: input.session.workflows,
    available,
  });
  if (by === 'fix' && context.order.fix) return executeFix(context, context.order.fix, { input, stop });
  if (by === 'write' && context.order.write) return executeWrite(context, { input, stop });
  if (by === 'build' && context.order.build) return executeBuild(context, { input, stop });
  if (by === 'review' && context.order.review) return executeReview(context, { input, stop });
  if (by === 'agent') return executeAgent(context, { input, stop });
  const says = context.order.notFixable ?? context.say.noExecutor(input.type);
  throw new EndWork({ name: 'refused', says });
}

const isOrdered = (name: ExecutorName, order: TaskOrder): boolean => name === 'agent' || (order[name] ?? null) !== null;

/** Texts and builds are made only once. A later execution uses `fix` to resolve the watcher's issues with them. */
async function executeLaterFix(context: ExecutorContext, executeCall: ExecuteCall): Promise<ExecutorResult> {
  if (context.order.fix) return executeFix(context, context.order.fix, executeCall);
  const { persona } = executeCall.input;
  return {
    status: 'blocked',
    artifacts: [],
    documents: [],
    execution_log: [context.say.noExecutor(executeCall.input.type)],
    persona_applied: persona?.name ?? null,
    by: 'fix',
    outcome: null,
  };
}

type AcceptedExecution = Pick<ExecutorResult, 'by' | 'change'>;

/** The executions of this run so far, from the journal. */
const executionsIn = ({ steps }: Pick<WorkContext, 'steps'>): readonly AcceptedExecution[] =>
  steps().flatMap(({ name, value }) =>
    name.startsWith(EXECUTE_STEP) ? [(value as { readonly value: AcceptedExecution }).value] : [],
  );

/** One execution. `stop` is aborted on cancellation and at the time limit. */
interface ExecuteCall {
  readonly input: ExecuteInput;
  readonly stop: AbortSignal;
}

/** The context of the executing workflow. Steps of the first execution keep their names; later ones get the iteration as a suffix. */
function childContext({ ctx, environment }: ExecutorContext, { input: { iteration }, stop }: ExecuteCall): WorkContext {
  const suffix = iteration === 1 ? '' : ` #${iteration}`;
  /** Whether a step belongs to this execution. Steps of the task's own components begin with `task `. */
  const isOwn = (name: string) =>
    !name.startsWith('task ') && (suffix === '' ? !/ #\d+$/.test(name) : name.endsWith(suffix));
  const suffixed = (name: string) => `${name}${suffix}`;
  // `close` does nothing, because the tree stays open until the task ends. Object.create keeps the lazy getter of the model.
  const shared: WorkEnvironment = Object.create(environment, { close: { value: async () => undefined } });
  return {
    ...ctx,
    stop,
    allowed: budgetFor(ctx, isOwn),
    environment: async () => shared,
    step: (name, work, cost) => ctx.step(suffixed(name), work, cost),
    steps: () =>
      ctx
        .steps()
        .filter(({ name }) => isOwn(name))
        .map((step) => ({ ...step, name: step.name.slice(0, step.name.length - suffix.length) })),
  };
}

/** Runs `fix` on the request and the watcher's issues. */
async function executeFix(context: ExecutorContext, fix: FixOrder, executeCall: ExecuteCall): Promise<ExecutorResult> {
  const { input } = executeCall;
  const ctx = childContext(context, executeCall);
  const result = await fixWork(ctx, { ...fix, job: fixJob(context, fix, input) });
  return executionFrom('fix', result, executeCall);
}

/** The job of a fix. After the first execution the tree is reset and the accepted change applied again. */
function fixJob({ ctx, order }: ExecutorContext, { job }: FixOrder, input: ExecuteInput): FixOrder['job'] {
  const note = executorNote(input);
  const task = {
    ...job.task,
    text: [order.answers ? order.request : job.task.text, note].filter((text) => text !== '').join('\n\n'),
  };
  if (input.iteration === 1 || job.dryRun) return { ...job, task };
  const fixSteps = ctx.steps().filter(({ name }) => !name.startsWith('task '));
  const last = executionsIn(ctx).findLast(({ change }) => change)?.change ?? lastStepValue(fixSteps, 'diff');
  const apart = stepValue<{ readonly apart: Readonly<Record<string, string>> }>(fixSteps, 'base')?.apart ?? {};
  if (!last || last.files.length === 0) return { ...job, task };
  return {
    ...job,
    task,
    previousChange: { ...last, files: [...last.files] },
    leftover: { sha256: last.sha256, apart },
  };
}

/** Runs `write`. Its question (which path) becomes the task's question. */
async function executeWrite(context: ExecutorContext, executeCall: ExecuteCall): Promise<ExecutorResult> {
  const { write } = context.order;
  if (!write) throw new Error('no text was ordered');
  const what = [write.what, executorNote(executeCall.input)].filter((text) => text !== '').join('\n\n');
  return executionFrom('write', await writeWork(childContext(context, executeCall), { ...write, what }), executeCall);
}

/** Runs `build` without phase 4: only a requested build proposes improvements. */
async function executeBuild(context: ExecutorContext, executeCall: ExecuteCall): Promise<ExecutorResult> {
  const { build } = context.order;
  if (!build) throw new Error('no build was ordered');
  const ctx = childContext(context, executeCall);
  const { config } = ctx.settings;
  const settings = {
    ...ctx.settings,
    config: {
      ...config,
      build: {
        ...config.build,
        retrospect: { ...config.build.retrospect, enabled: false },
        lp_system: { ...config.build.lp_system, collect_signals: false },
      },
    },
  };
  const request = [build.request.trim(), executorNote(executeCall.input)].filter((text) => text !== '').join('\n\n');
  const result = await buildWork({ ...ctx, settings }, { ...build, request: `${request}\n` });
  return { ...executionFrom('build', result, executeCall), commits: result.commits };
}

/** Runs `review`. Its findings become the document that the watcher judges. */
async function executeReview(context: ExecutorContext, executeCall: ExecuteCall): Promise<ExecutorResult> {
  if (!context.order.review) throw new Error('no review was ordered');
  const { outcome } = await reviewWork(childContext(context, executeCall), context.order.review);
  const execution = executionFrom('review', { outcome }, executeCall);
  const text = reviewDocument(outcome);
  return {
    ...execution,
    artifacts: execution.status === 'done' ? ['review.md'] : [],
    documents: [{ name: 'review.md', text }],
  };
}

/** The part of a review's result that becomes a document. */
const reviewResult = z.object({
  findings: z.array(
    z.object({ path: z.string(), line: z.number(), severity: z.string(), claim: z.string(), because: z.string() }),
  ),
});

/** The findings as a document for the watcher. */
function reviewDocument({ result }: Outcome): string {
  const found = reviewResult.safeParse(result);
  const lines = found.success ? found.data.findings : [];
  return [
    '# Review',
    ...lines.map((one) => `- ${one.path}:${one.line} (${one.severity}) ${one.claim} ${one.because}`),
  ].join('\n');
}

/** The answer of the agent that writes a document. */
const designerAnswer = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,80}\.md$/),
  text: z.string().min(1).max(60_000),
  log: z.array(z.string().max(2000)).max(50),
});

/** Has a document written by an agent: a design, or the answer of an investigation. */
async function executeAgent(
  { ctx, environment }: ExecutorContext,
  { input, stop }: ExecuteCall,
): Promise<ExecutorResult> {
  const who = `designer ${input.iteration}`;
  const { name, text, log } = await askAgent(ctx, environment, {
    role: 'designer',
    who,
    task: await withMemory(ctx, designerPrompt(input), {
      who,
      text: designerPrompt(input),
      taskKind: `task:${input.type}`,
    }),
    answer: designerAnswer,
    stop,
  });
  return {
    status: 'done',
    artifacts: [name],
    documents: [{ name, text }],
    execution_log: log,
    persona_applied: input.persona?.name ?? null,
    by: 'agent',
    outcome: null,
  };
}

/** Outcomes of the executing workflow with which the run ends. */
const ENDING_OUTCOMES: readonly string[] = ['awaiting', 'cancelled', 'refused', 'infra_error', 'error'];

/** Converts a workflow's result into an execution. If it waits for a person or could not work, the run ends with its outcome. */
function executionFrom(
  by: ExecutorName,
  { outcome, diff }: Pick<WorkResult, 'outcome' | 'diff'>,
  { input, stop }: ExecuteCall,
): ExecutorResult {
  if (ENDING_OUTCOMES.includes(outcome.name) && !stop.aborted) throw new EndWork(outcome);
  // A partial build or a text that was passed by force is published as a draft.
  const isUsablePart = outcome.name === 'partial' && diff !== undefined && (by === 'build' || by === 'write');
  const isDone = outcome.name === 'done' || outcome.name === 'planned' || isUsablePart;
  const { name, says, result } = outcome;
  return {
    status: isDone ? 'done' : 'blocked',
    artifacts: isDone ? [...(diff?.files ?? [])] : [],
    execution_log: [`${by}: ${name}`, ...(says === undefined ? [] : [says])],
    persona_applied: input.persona?.name ?? null,
    documents: [],
    // Only an accepted change is used.
    change: isDone ? diff : undefined,
    by,
    outcome: { name, says, result },
  };
}
