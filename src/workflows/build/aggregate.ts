// Phase 3 (specs parent-session): one report of all results. The program reads report_summary.md, never report.md. Called by work.ts;
// conclude.ts uses its type.
import { runRole } from './agents/run-role.js';
import type { Build } from './build.js';
import type { Execution } from './execute.js';
import { failedTasks, failedTasksLine, overallStatus } from './rules/attempts.js';
import { localTime } from './rules/execution-log.js';
import {
  minimalSummary,
  needsAggregator,
  overallMetadata,
  promptText,
  shownSummary,
  summaryProblems,
} from './rules/phases.js';
import type { PlanTask } from './rules/plan.js';
import { isDelegated, secretaryReport } from './secretary.js';

/** The short report of a build. */
export interface Summary {
  /** `report_summary.md`, at most 50 lines. */
  readonly text: string;
  /** Numbers of the tasks that did not succeed. */
  readonly failed: readonly number[];
}

export interface AggregateInput {
  readonly tasks: readonly PlanTask[];
  readonly execution: Execution;
  /** crew's version, for the summary. */
  readonly version: string;
}

/** Has report.md and report_summary.md written by the Secretary or the aggregator. Without either, writes a short summary itself. */
export async function aggregate(build: Build, input: AggregateInput): Promise<Summary> {
  const { folder } = build;
  const { tasks, execution } = input;
  const failed = failedTasks(execution.ends);
  const dependent = tasks.some(({ dependsOn }) => dependsOn.length > 0);
  if (needsAggregator(tasks.length, dependent)) {
    const isReported = isDelegated(build, 'phase3_report', tasks.length) && (await secretaryReport(build));
    if (!isReported) await runAggregator(build, failed);
  }
  const written = await folder.text('report_summary.md');
  if (written !== null && written.trim() !== '') return { text: shownSummary(written), failed };
  const text = await minimalReport(build, input, failed);
  await folder.write('report_summary.md', text);
  return { text, failed };
}

/** Runs the aggregator. It gets the problems of its summary and may correct it twice. */
async function runAggregator(build: Build, failed: readonly number[]): Promise<void> {
  const { ctx, config, folder, environment } = build;
  const { name } = folder;
  const key = 'aggregator';
  const model = config.default_model;
  await build.log('aggregator started', { is: 'started', key, role: key, task: null, model, at: ctx.clock.now() });
  let tries = 0;
  const end = await runRole(build, {
    who: key,
    role: build.roles(key),
    model,
    task: promptText({
      instructions: config.phase_instructions.aggregate,
      fields: {
        RESULTS_DIR: `${name}results/`,
        PLAN_PATH: `${name}plan.md`,
        REPORT_PATH: `${name}report.md`,
        REPORT_SUMMARY_PATH: `${name}report_summary.md`,
      },
      more: failed.length > 0 ? [failedTasksLine(failed)] : [],
    }),
    outputs: ['report.md', 'report_summary.md'],
    tree: environment.workspace,
    tasksLeft: 0,
    judge: async () => {
      tries += 1;
      const problems = await ctx.step(`${key} summary ${tries}`, async () =>
        summaryProblems(await folder.text('report_summary.md')),
      );
      if (problems.length === 0 || tries >= 3) return { is: 'taken' };
      return { is: 'back', text: problems.join('\n') };
    },
  });
  const status = end.ended === 'answered' ? 'success' : end.ended === 'timeout' ? 'timeout' : 'failure';
  const finished = { is: 'finished', key, at: ctx.clock.now(), status, error: end.error, metadata_issues: [] } as const;
  await build.log('aggregator finished', finished);
}

/** The summary if phase 3 was skipped or wrote none: made from the front matter of the results. */
async function minimalReport(
  { ctx, folder, order }: Build,
  { tasks, execution, version }: AggregateInput,
  failed: readonly number[],
): Promise<string> {
  const fronts = await Promise.all(
    tasks.map(async ({ id, persona }) => (await folder.validate(`results/result_${id}.md`, persona)).front),
  );
  const text = minimalSummary({
    version,
    cmd: order.cmd,
    failed,
    status: overallStatus(execution.ends),
    date: localTime(ctx.clock.now()).slice(0, 10),
    ...overallMetadata(fronts),
  });
  // The specification words this summary for a single task.
  return tasks.length === 1
    ? text
    : text.replace('task_count: 1', `task_count: ${tasks.length}`).replace('single task', 'no summary was written');
}
