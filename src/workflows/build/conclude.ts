// The end of the work phase: the whole change with one commit for each task, the final execution log, and the document of the build.
// Called by work.ts.
import type { CheckoutDifferences } from '../../ports/index.js';
import type { WorkDiff, WorkResult } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import type { PhaseResult } from '../retrospect/phase-four.js';
import type { Learned } from '../retrospect/rules/phase-four.js';
import type { Summary } from './aggregate.js';
import type { Build } from './build.js';
import type { Execution } from './execute.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { executionLogOf } from './open-build.js';
import { failedTasks, overallStatus } from './rules/attempts.js';
import type { BuildEstimate } from './rules/estimate.js';
import { type LogEntry, logText } from './rules/execution-log.js';
import type { PlanTask } from './rules/plan.js';

/** Applies the change to the tree, writes the final log and returns the result of the work. A dry run changes no file. */
export async function conclude(build: Build, buildEnd: BuildEnd): Promise<WorkResult> {
  const { ctx, folder, order } = build;
  const { execution, tasks, summary, estimate, startedAt, phase4 } = buildEnd;
  const { diff, commits } = await changesOf(build, execution);
  if (diff && !order.dryRun) await applyToTree(build, diff, buildEnd.checkoutDifferences);
  const ends = new Map([...execution.ends].filter(([id]) => tasks.some((task) => task.id === id)));
  const tasksStatus = overallStatus(ends);
  const status = phase4.failure !== undefined && tasksStatus === 'success' ? 'partial' : tasksStatus;
  const finished = await ctx.step('finished', async () => ctx.clock.now());
  const log = executionLogOf(build, startedAt, { finished, status });
  await folder.write('execution_log.yaml', logText(log));
  const document: BuildDocument = {
    cmd_id: order.cmd,
    status,
    estimate,
    summary: summary.text,
    log: log.tasks,
    tasks: tasks.map((task) => taskEntry(task, execution)),
    failed_tasks: failedTasks(ends),
    ...(phase4.learned.mode !== 'none' && { learned: phase4.learned }),
  };
  const say = inLanguage(ctx.settings.lang, { en, ja });
  const report = say.report({ summary: summary.text, table: say.waveTable(document.tasks) });
  const says = phase4.failure === undefined ? report : `${phase4.failure}\n\n${report}`;
  const name = order.dryRun ? 'planned' : ({ success: 'done', partial: 'partial', failure: 'failed' } as const)[status];
  const spent = { usd: build.budget.spentUsd(), tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } };
  return { outcome: { name, says, result: document }, ...(diff && { diff, commits }), spent };
}

/** What the phases of a build produced. */
interface BuildEnd {
  readonly checkoutDifferences: CheckoutDifferences;
  readonly execution: Execution;
  readonly tasks: readonly PlanTask[];
  readonly summary: Summary;
  readonly estimate: BuildEstimate;
  readonly startedAt: number;
  readonly phase4: PhaseResult;
}

function taskEntry({ id, title, persona, model, dependsOn }: PlanTask, { ends, errors, waves }: Execution): BuildTask {
  const wave = waves.findIndex((each) => each.some((task) => task.id === id)) + 1;
  const error = errors.get(id);
  return {
    id,
    title,
    persona,
    model,
    dependsOn,
    wave,
    status: ends.get(id) ?? 'pending',
    ...(error !== undefined && { error }),
  };
}

/** The whole change and the change after each task, all relative to the base commit of the run. */
async function changesOf(
  { repository, base }: Build,
  { landed }: Execution,
): Promise<Pick<WorkResult, 'diff' | 'commits'>> {
  const commits = [];
  let at = repository.base;
  for (const { task, title, diff } of landed) {
    at = await repository.commit(at, diff, title);
    commits.push({ task, title, diff: { ...(await repository.diff(repository.base, at)), base } satisfies WorkDiff });
  }
  const diff = commits.at(-1)?.diff;
  return diff && diff.text !== '' ? { diff, commits } : {};
}

/** Applies the change to the tree, unless an earlier process of the run has done so. */
async function applyToTree(
  { environment, base }: Build,
  diff: WorkDiff,
  checkoutDifferences: CheckoutDifferences,
): Promise<void> {
  const { diff: current } = await environment.baseCommit.changesSince(base, checkoutDifferences);
  if (current.sha256 !== diff.sha256) await environment.apply(diff, environment.workspace);
}

/** The document of a build, as `crew show` prints it. */
export interface BuildDocument {
  readonly cmd_id: string;
  readonly status: 'success' | 'partial' | 'failure';
  readonly tasks: readonly BuildTask[];
  readonly failed_tasks: readonly number[];
  readonly estimate: BuildEstimate | null;
  /** `report_summary.md`. */
  readonly summary: string;
  readonly log: readonly LogEntry[];
  /** What phase 4 learned. At the end of the run the list for approval replaces it. */
  readonly learned?: Learned | undefined;
}

/** A task in the document of a build. `wave` counts from 1. */
interface BuildTask extends Pick<PlanTask, 'id' | 'title' | 'persona' | 'model' | 'dependsOn'> {
  readonly wave: number;
  readonly status: string;
  readonly error?: string | undefined;
}
