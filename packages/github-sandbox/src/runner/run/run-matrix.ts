// Executes the jobs of a matrix, one for each combination; a job without matrix counts as one combination. A job is its steps or a call of
// a reusable workflow. Used by run-job.

import { setMaxListeners } from 'node:events';
import { matrixJobName } from '../decide/matrix.js';
import { mergedConclusion } from '../decide/status-functions.js';
import { isTruthy, textFor } from '../expressions/data.js';
import { resolve } from '../expressions/resolve.js';
import type { JsonObject } from '../json.js';
import type { Contexts, JobRun } from '../model.js';
import { callWorkflow } from './call-workflow.js';
import { concurrencyOf, enterGroup } from './enter-group.js';
import { declareJob, type JobResult, type LiveJob, settleRecord } from './live-run.js';
import { isWanted, jobExpressions, type PlannedJob } from './planned-job.js';
import { runStepsJob } from './run-steps-job.js';

/** A job with one matrix combination. */
export interface MatrixJob {
  record: JobRun;
  contexts: Contexts;
}

/** Runs one job: waits for its concurrency group, then runs until it ends or is stopped. */
export async function runMatrixJob(
  planned: PlannedJob,
  matrixJob: MatrixJob & { siblingFailed: AbortSignal },
): Promise<JobResult> {
  const { machine, scope, job } = planned;
  const { live } = scope;
  const liveJob: LiveJob = { record: matrixJob.record, stop: new AbortController(), kill: new AbortController() };
  const unlink = linkStops(planned, { liveJob, siblingFailed: matrixJob.siblingFailed });
  const concurrency = concurrencyOf(job.concurrency, jobExpressions(planned, matrixJob.contexts));
  const id = `run-${live.run.id}/${matrixJob.record.name.replaceAll(' / ', '/')}`;
  matrixJob.record.status = concurrency === undefined ? 'queued' : 'pending';
  live.publish();
  try {
    const ticket = await enterGroup({ machine, live, id, concurrency, stop: liveJob.stop });
    if (ticket === undefined) return finish(planned, { liveJob, ended: { result: 'cancelled', outputs: {} } });
    try {
      return finish(planned, { liveJob, ended: await runStarted(planned, { liveJob, contexts: matrixJob.contexts }) });
    } finally {
      ticket.leave();
    }
  } finally {
    unlink();
  }
}

interface Work {
  liveJob: LiveJob;
  contexts: Contexts;
}

async function runStarted(planned: PlannedJob, { liveJob, contexts }: Work): Promise<JobResult> {
  const { machine, scope, job } = planned;
  if (liveJob.stop.signal.aborted || machine.closing.aborted) return { result: 'cancelled', outputs: {} };
  const expressions = jobExpressions(planned, contexts);
  if (job.kind === 'call') return callWorkflow(planned, { job, liveJob, expressions });
  scope.live.jobs.add(liveJob);
  liveJob.record.status = 'in_progress';
  liveJob.record.startedAt = machine.now().toISOString();
  scope.live.publish();
  try {
    return await runStepsJob({ machine, scope, job, liveJob, contexts: expressions.contexts });
  } finally {
    scope.live.jobs.delete(liveJob);
  }
}

/** Records the result. (The record of a call is no longer listed in the run; the jobs of the called workflow are.) */
function finish({ machine, scope }: PlannedJob, { liveJob, ended }: { liveJob: LiveJob; ended: JobResult }): JobResult {
  settleRecord(liveJob.record, { conclusion: ended.result, at: machine.now() });
  liveJob.record.outputs = ended.outputs;
  scope.live.publish();
  return ended;
}

/**
 * Stops the job when the run is cancelled and the job's condition no longer holds (with `always()` it continues), when the cancellation is
 * forced, or when another job of the matrix failed. Returns a function that removes the listeners.
 */
function linkStops(
  planned: PlannedJob,
  { liveJob, siblingFailed }: { liveJob: LiveJob; siblingFailed: AbortSignal },
): () => void {
  const { cancelled, live } = planned.scope;
  const { closing } = planned.machine;
  const onCancel = (): void => {
    const isStarted = liveJob.isCallStarted === true && !planned.scope.live.force.signal.aborted;
    if (!isStarted && !isWanted(planned)) liveJob.stop.abort();
  };
  const onSibling = (): void => liveJob.stop.abort();
  const onForce = (): void => liveJob.stop.abort();
  const onClosing = (): void => liveJob.kill.abort();
  if (siblingFailed.aborted) onSibling();
  closing.addEventListener('abort', onClosing);
  cancelled.addEventListener('abort', onCancel);
  live.force.signal.addEventListener('abort', onForce);
  siblingFailed.addEventListener('abort', onSibling);
  return () => {
    closing.removeEventListener('abort', onClosing);
    cancelled.removeEventListener('abort', onCancel);
    live.force.signal.removeEventListener('abort', onForce);
    siblingFailed.removeEventListener('abort', onSibling);
  };
}

/** The combinations of a job's matrix, and how they are executed. */
export interface MatrixPlan {
  matrix: JsonObject[];
  failFast: boolean;
  maxParallel: number;
}

/** Runs a job for each matrix combination, with limited concurrency, and combines the results. */
export async function runMatrix(
  planned: PlannedJob,
  { plan, record }: { plan: MatrixPlan; record: JobRun },
): Promise<JobResult> {
  const { matrix, failFast, maxParallel } = plan;
  const failed = new AbortController();
  // Every running job of the matrix has a listener, which is removed when the job ends.
  setMaxListeners(0, failed.signal);
  const results: JobResult[] = [];
  const waiting = matrix.map((values, index) => matrixJobOf(planned, { plan, values, index, record }));
  const work = async (): Promise<void> => {
    for (let matrixJob = waiting.shift(); matrixJob !== undefined; matrixJob = waiting.shift()) {
      const ended = await runMatrixJob(planned, { ...matrixJob, siblingFailed: failed.signal });
      const forgiven = ended.result === 'failure' && continuesOnError(planned, matrixJob.contexts);
      results.push(forgiven ? { ...ended, result: 'success' } : ended);
      if (ended.result === 'failure' && !forgiven && failFast) failed.abort();
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, matrix.length) }, work));
  return { result: mergedConclusion(results.map(({ result }) => result)), outputs: mergedOutputs(results) };
}

function matrixJobOf(
  planned: PlannedJob,
  { plan, values, index, record }: { plan: MatrixPlan; values: JsonObject; index: number; record: JobRun },
): MatrixJob {
  const strategy: JsonObject = {
    'fail-fast': plan.failFast,
    'job-index': index,
    'job-total': plan.matrix.length,
    'max-parallel': plan.maxParallel,
  };
  const contexts = { matrix: values, strategy };
  const { job, scope } = planned;
  const given = textFor(resolve(job.name, jobExpressions(planned, contexts)));
  const name = `${scope.prefix}${given !== '' && typeof job.name === 'object' ? given : matrixJobName(given || job.id, values)}`;
  if (index === 0) return { record: Object.assign(record, { name }), contexts };
  const { key, needs, permissions } = record;
  return { record: declareJob(scope.live, { key, name, needs, permissions }), contexts };
}

function continuesOnError(planned: PlannedJob, contexts: Contexts): boolean {
  return isTruthy(resolve(planned.job.continueOnError, jobExpressions(planned, contexts)));
}

/** Outputs of the last combination win; empty values do not overwrite. */
export function mergedOutputs(results: JobResult[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const { outputs } of results) {
    for (const [name, value] of Object.entries(outputs)) {
      if (value !== '' || merged[name] === undefined) merged[name] = value;
    }
  }
  return merged;
}
