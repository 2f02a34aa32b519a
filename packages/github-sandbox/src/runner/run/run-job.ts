// Executes a job with all combinations of its matrix. Used by run-workflow.

import { expandMatrix } from '../decide/matrix.js';
import { mergedConclusion } from '../decide/status-functions.js';
import { isTruthy } from '../expressions/data.js';
import { resolve } from '../expressions/resolve.js';
import { sentenceOf } from '../json.js';
import type { JobRun } from '../model.js';
import { type JobResult, settleRecord } from './live-run.js';
import { isWanted, jobExpressions, type PlannedJob } from './planned-job.js';
import { type MatrixPlan, mergedOutputs, runMatrix } from './run-matrix.js';

/** Runs one job: evaluates its condition and matrix. An error in its definition fails it. */
export async function runJob(planned: PlannedJob): Promise<JobResult> {
  const { machine, scope } = planned;
  const record = recordOf(planned);
  const finished = scope.live.finishedJobs.get(record.key);
  if (finished !== undefined) return keepResults(planned, { record, finished });
  try {
    if (!isWanted(planned)) {
      settleRecord(record, { conclusion: 'skipped', at: machine.now() });
      scope.live.publish();
      return { result: 'skipped', outputs: {} };
    }
    return await runMatrix(planned, { plan: matrixPlanOf(planned), record });
  } catch (thrown) {
    const message = sentenceOf(thrown);
    record.annotations.push({ level: 'error', message });
    machine.host.log({ runId: scope.live.run.id, job: record.name, text: `Error: ${message}` });
    settleRecord(record, { conclusion: 'failure', at: machine.now() });
    scope.live.publish();
    return { result: 'failure', outputs: {} };
  }
}

/** A job that is not run again keeps its results. */
function keepResults(
  { scope }: PlannedJob,
  { record, finished: [first, ...others] }: { record: JobRun; finished: readonly JobRun[] },
): JobResult {
  Object.assign(record, first);
  scope.live.run.jobs.push(...others);
  scope.live.publish();
  const results = [record, ...others].map(({ conclusion, outputs }) => ({ result: conclusion ?? 'skipped', outputs }));
  return { result: mergedConclusion(results.map(({ result }) => result)), outputs: mergedOutputs(results) };
}

function matrixPlanOf(planned: PlannedJob): MatrixPlan {
  const { strategy } = planned.job;
  if (strategy === undefined) return { matrix: [{}], failFast: true, maxParallel: 1 };
  const expressions = jobExpressions(planned);
  const matrix = strategy.matrix === null ? [{}] : expandMatrix(resolve(strategy.matrix, expressions));
  const limit = Number(resolve(strategy.maxParallel, expressions) ?? matrix.length);
  return {
    matrix,
    failFast: isTruthy(resolve(strategy.failFast, expressions)),
    maxParallel: limit > 0 ? limit : matrix.length,
  };
}

function recordOf({ scope, job }: PlannedJob): JobRun {
  const record = scope.live.run.jobs.find((one) => one.key === `${scope.prefix}${job.id}`);
  if (record === undefined) throw new Error(`job ${scope.prefix}${job.id} was never declared`);
  return record;
}
