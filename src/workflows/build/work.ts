// The work phase of a build, as the Parent Session specification orders it: 1 decompose, 2 execute the waves, 3 aggregate, 4 retrospect. The
// program passes paths and metadata between agents. It reads files of agents only where the specification says so. A task that is a build
// calls it too.
import { readFileSync } from 'node:fs';
import { questionId } from '../../agent/tool.js';
import { ownFile } from '../../files/own-file.js';
import { EndWork } from '../../ports/errors.js';
import type { CheckoutDifferences, RunRepository } from '../../ports/index.js';
import type { Outcome } from '../../ports/run.js';
import type { WorkContext, WorkResult } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import { VerificationCancelled } from '../../verify/verifier.js';
import type { Learning } from '../retrospect/learning.js';
import { type PhaseResult, retrospectPhase } from '../retrospect/phase-four.js';
import { modeOf, reportedStatus } from '../retrospect/rules/phase-four.js';
import { sourcesOf } from '../retrospect/sources.js';
import { aggregate } from './aggregate.js';
import type { Build, BuildOrder } from './build.js';
import { conclude } from './conclude.js';
import { decompose, decomposeAgain, type Plan } from './decompose.js';
import { type Execution, earlierDurations, execute } from './execute.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { checkedBase, openBuild } from './open-build.js';
import { type FailedTask, failureSummary, isHalfFailed } from './rules/attempts.js';
import { type BuildEstimate, estimateOf } from './rules/estimate.js';
import { needsAggregator } from './rules/phases.js';
import type { PlanTask } from './rules/plan.js';
import type { Stats } from './rules/progress.js';
import { yamlHead } from './rules/result.js';
import { withSecretaryWaves } from './secretary.js';

/** Runs the build in the sandbox and returns its result. Without `learning`, phase 4 knows nothing of earlier runs. */
export async function work(ctx: WorkContext, order: BuildOrder, learning: Learning | null = null): Promise<WorkResult> {
  const environment = await ctx.environment();
  let repository: RunRepository | undefined;
  try {
    const { base, checkoutDifferences } = await checkedBase(ctx, environment);
    repository = await environment.openRunRepository(base);
    const build = await openBuild(ctx, { order, environment, base, repository });
    return await runPhases(build, checkoutDifferences, learning);
  } catch (error) {
    return {
      outcome: outcomeOfError(error),
      spent: { usd: 0, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } },
    };
  } finally {
    await repository?.close();
    await environment.close();
  }
}

/** The outcome of an error that ends the work. Any other error is thrown again. */
function outcomeOfError(error: unknown): Outcome {
  if (error instanceof EndWork) return error.outcome;
  if (error instanceof VerificationCancelled) return { name: 'cancelled' };
  throw error;
}

/** Runs phases 1 to 4 and returns the result. */
export async function runPhases(
  build: Build,
  checkoutDifferences: CheckoutDifferences,
  learning: Learning | null,
): Promise<WorkResult> {
  const { ctx, repository } = build;
  const startedAt = await ctx.step('started', async () => ctx.clock.now());
  const planned = await decompose(build);
  const estimate = await approvedEstimate(build, planned);
  const plan = await withSecretaryWaves(build, planned);
  const stats = await ctx.step('stats', () => earlierDurations(build));
  const empty: Execution = { ends: new Map(), errors: new Map(), landed: [], commit: repository.base, waves: [] };
  const first = await execute(build, { plan, state: empty, stats, prefix: '', startedAt });
  const { execution, tasks } = await retryFailedTasks(build, { plan, execution: first, stats, startedAt });
  const failed = tasks.filter(({ id }) => execution.ends.get(id) !== 'success');
  const action = failed.length === tasks.length ? 'manual' : 'aggregate';
  const failures = failureSummary(failed.map(failedTaskIn(execution)), action);
  if (failures) await build.say(failures);
  const summary = await aggregate(build, { tasks, execution, version: version() });
  const phase4 = await phaseFour(build, { failed: summary.failed, learning });
  if (phase4.lpFlush) build.logFields.lp_flush = phase4.lpFlush;
  return conclude(build, { checkoutDifferences, execution, tasks, summary, estimate, startedAt, phase4 });
}

const failedTaskIn =
  ({ ends, errors }: Execution) =>
  ({ id, persona }: PlanTask): FailedTask => {
    return { task: id, persona, status: ends.get(id) ?? 'failure', error: errors.get(id) ?? '' };
  };

/** Plans and runs the failed tasks once more if at least half of all tasks failed. */
async function retryFailedTasks(
  build: Build,
  { plan, execution, stats, startedAt }: { plan: Plan; execution: Execution; stats: Stats; startedAt: number },
): Promise<{ execution: Execution; tasks: readonly PlanTask[] }> {
  const { tasks } = plan;
  // A single task has had its retries; another plan would have the same task.
  if (!isHalfFailed(execution.ends, tasks.length) || tasks.length === 1) return { execution, tasks };
  const failed = tasks.filter(({ id }) => execution.ends.get(id) !== 'success');
  const succeeded = tasks.filter(({ id }) => execution.ends.get(id) === 'success');
  const failures = failureSummary(failed.map(failedTaskIn(execution)), 'redecompose');
  if (failures) await build.say(failures);
  const last = Math.max(...tasks.map(({ id }) => id));
  const retry = await decomposeAgain(build, { failed, succeeded, last });
  if (!retry) return { execution, tasks };
  // The new tasks replace the failed ones.
  const ends = new Map([...execution.ends].filter(([, end]) => end === 'success'));
  const second = await execute(build, {
    plan: retry,
    state: { ...execution, ends },
    stats,
    prefix: 'retry-',
    startedAt,
  });
  return { execution: second, tasks: [...succeeded, ...retry.tasks] };
}

/** Records the cost estimate before the first worker starts. If the build is not faster than a single fix, the run waits for approval. */
async function approvedEstimate(build: Build, { tasks, waves }: Plan): Promise<BuildEstimate> {
  const { ctx, models, roles, config } = build;
  const [editor, aggregator] = [roles('editor'), roles('aggregator')];
  const dependent = tasks.some(({ dependsOn }) => dependsOn.length > 0);
  const estimate = await ctx.step('estimate', async () =>
    estimateOf({
      tasks,
      models,
      editor,
      budgetUsd: ctx.allowed.usd,
      limitsOf: (persona) => ({ ...roles(`worker-${persona}`).limits, turns: config.worker_max_turns }),
      aggregator: needsAggregator(tasks.length, dependent) ? aggregator : undefined,
    }),
  );
  const say = inLanguage(ctx.settings.lang, { en, ja });
  await build.say(say.estimate(estimate));
  // A request that is one of the six exceptions needs no approval.
  const isExempt = waves.length === 1 && ctx.steps().some(({ name, value }) => name === 'exception' && value !== null);
  if (!estimate.asks || isExempt) return estimate;
  const id = questionId('p', ctx.run, 'start');
  if (ctx.signals.some((each) => each.is === 'reject')) throw new EndWork({ name: 'cancelled', says: say.rejected });
  const isApproved = ctx.signals.some((each) => each.is === 'approve' && each.ids.includes(id));
  if (isApproved) return estimate;
  const question = say.askToStart({ estimate, id });
  throw new EndWork({ name: 'awaiting', says: question, awaits: { id, kind: 'approval', question } });
}

const version = (): string =>
  (JSON.parse(readFileSync(ownFile('package.json'), 'utf8')) as { version: string }).version;

/** Runs phase 4, the retrospective, which learns from the build. */
export async function phaseFour(
  build: Build,
  { failed, learning }: { readonly failed: readonly number[]; readonly learning: Learning | null },
): Promise<PhaseResult> {
  const { ctx, config, folder, order } = build;
  const { retrospect, lp_system: lp } = config;
  const ended = reportedStatus(yamlHead((await folder.head('report_summary.md')) ?? ''));
  const mode = modeOf(
    { ...ended, failedTasks: Math.max(ended.failedTasks, failed.length) },
    { isEnabled: retrospect.enabled, collectsSignals: lp.enabled !== false && lp.collect_signals },
  );
  const request = (await ctx.history.load(ctx.run))?.record.request;
  return retrospectPhase(build, {
    cmd: order.cmd,
    run: ctx.run,
    taskKind: 'build',
    learning,
    // Nothing is learned from a dry run.
    mode: order.dryRun ? 'none' : mode,
    sources: order.dryRun ? [] : await ctx.step('messages', () => sourcesOf({ ...ctx, request })),
  });
}
