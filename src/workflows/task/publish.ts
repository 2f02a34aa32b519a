// The publish phase of `task`: a change is published like a fix, as a draft with the watcher's issues if the watcher rejected it. Documents
// and reviews become comments.
import type { Change } from '../../ports/change.js';
import type { Outcome } from '../../ports/run.js';
import type { PublishContext, WorkResult } from '../../ports/workflow.js';
import { hasLostAccess } from '../../runs/services.js';
import { fieldsOf } from '../../text/json.js';
import { inLanguage } from '../../text/lang/index.js';
import { publish as publishBuild } from '../build/publish.js';
import type { FixOrder } from '../fix/gate.js';
import { publish as publishFix } from '../fix/publish.js';
import { publish as publishReview } from '../review/publish.js';
import { publish as publishWrite } from '../write/publish.js';
import { en, type TaskMessages } from './messages.en.js';
import { ja } from './messages.ja.js';
import { type TaskOrder, type WorkOutput, workOutput } from './order.js';
import type { TaskServices } from './work.js';

/** The publish phase with these services. */
export const publishOf =
  (services: TaskServices) =>
  async (ctx: PublishContext, order: TaskOrder, result: WorkResult | null): Promise<Outcome> => {
    if (!result) throw new Error('a task without a result is not published');
    const read = workOutput.safeParse(result.outcome.result);
    if (!read.success) return { ...result.outcome, result: undefined };
    await appendLedger(read.data, services);
    const outcome = await publishResult(ctx, { order, result, output: read.data });
    return { ...outcome, result: resultOf(read.data, outcome) };
  };

/** Appends the run's entries to the ledger. If that fails, publishing continues. */
async function appendLedger({ ledger: entries }: WorkOutput, { publishLedger, complain }: TaskServices): Promise<void> {
  await publishLedger?.append(entries).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    complain(`crew: the learning ledger did not take ${entries.length} entries (${why}): ${JSON.stringify(entries)}`);
  });
}

/** The output document, with the pull request if there is one. */
function resultOf({ task }: WorkOutput, { result }: Outcome): object {
  const { pull } = fieldsOf(result);
  return typeof pull === 'number' ? { ...task, pull } : task;
}

/** A task to publish. `output` is the parsed part of `result`. */
interface TaskResult {
  readonly order: TaskOrder;
  readonly result: WorkResult;
  readonly output: WorkOutput;
}

/** Publishes with the phase of the workflow that executed the task. */
async function publishResult(ctx: PublishContext, taskResult: TaskResult): Promise<Outcome> {
  const { order, result, output } = taskResult;
  const { executed, task } = output;
  const { name } = result.outcome;
  const isPublishable = name === 'done' || name === 'escalated';
  if (!isPublishable || !executed) return result.outcome;
  if (executed.by === 'review' && order.review && executed.outcome.name === 'done') {
    const child = { ...result, outcome: childOutcome(executed) };
    const published = await publishReview(ctx, order.review, child);
    return mergedOutcome(result.outcome, published);
  }
  if (!result.diff) return result.outcome;
  // `runPublish` checks the requester's access only for done, refused and partial runs; escalated is checked here.
  if (task.status === 'escalated' && (await hasLostAccess(ctx.record.request, ctx))) return result.outcome;
  const fix = order.round?.fix ?? order.fix;
  if (executed.by === 'fix' && fix) return publishChange(ctx, taskResult, { fix, executed });
  const draftCtx = draftIfEscalated(ctx, output);
  const child = { ...result, outcome: childOutcome(executed) };
  if (executed.by === 'write' && order.write)
    return taskOutcome(result.outcome, await publishWrite(draftCtx, order.write, child));
  if (executed.by === 'build' && order.build)
    return taskOutcome(result.outcome, await publishBuild(draftCtx, order.build, child));
  return result.outcome;
}

/**
 * The executing workflow's outcome, as its publish phase expects it: done or partial. Only accepted changes and finished reviews come here. Such
 * a change may also be `planned`, and `workOutput` allows any text.
 */
const childOutcome = ({ outcome }: NonNullable<WorkOutput['executed']>): Outcome => ({
  ...outcome,
  name: outcome.name === 'partial' ? 'partial' : 'done',
});

/** The outcome after publishing: the task's own, partial if the workflow's was, or the reason why nothing was published. */
function taskOutcome(task: Outcome, child: Outcome): Outcome {
  if (child.name !== 'done' && child.name !== 'partial') return child;
  const merged = mergedOutcome(task, child);
  return child.name === 'partial' && task.name === 'done' ? { ...merged, name: 'partial' } : merged;
}

/** The context in which a pull request is opened: as a draft if the watcher rejected the change. */
const draftIfEscalated = (ctx: PublishContext, { task }: WorkOutput): PublishContext =>
  task.status === 'escalated' ? asDraft(ctx, task.result.issues) : ctx;

/** Puts the workflow's message, which names the pull request, before the task's page. */
const mergedOutcome = (task: Outcome, child: Outcome): Outcome => ({
  ...task,
  says: [child.says, task.says].filter((each) => each !== undefined && each !== '').join('\n\n'),
  result: child.result,
});

/** Publishes a fix. If it starts a further round, that round's order has the task's output. */
async function publishChange(
  ctx: PublishContext,
  { order, result, output }: TaskResult,
  { fix, executed }: { fix: FixOrder; executed: NonNullable<WorkOutput['executed']> },
): Promise<Outcome> {
  const published = await publishFix(draftIfEscalated(ctx, output), fix, {
    ...result,
    outcome: childOutcome(executed),
  });
  const { followUp } = published;
  if (followUp) {
    const round = { fix: followUp.order as FixOrder, handed: { ...output, ledger: [] } };
    return { ...published, followUp: { ...followUp, order: { ...order, round } } };
  }
  return taskOutcome(result.outcome, published);
}

/** The pull request as a draft that begins with the watcher's issues. */
function asDraft(ctx: PublishContext, issues: readonly string[]): PublishContext {
  const say = inLanguage(ctx.settings.lang, { en, ja });
  const intro = rejection(issues, say);
  const edited = (change: Change): Change =>
    change.kind === 'pull' ? { ...change, draft: true, body: `${intro}\n\n${change.body}` } : change;
  return { ...ctx, apply: (changes) => ctx.apply(changes.map(edited)) };
}

/** The text at the start of a pull request that the watcher rejected. */
export const rejection = (issues: readonly string[], say: TaskMessages): string =>
  [say.pullIntro, `**${say.issues}**\n${issues.map((issue) => `- ${issue}`).join('\n')}`].join('\n\n');
