// Executes one job of a matrix, or a call of a reusable workflow.

import { legName } from '../decide/matrix.js';
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
export interface Leg {
  record: JobRun;
  contexts: Contexts;
}

/** Runs one job: waits for its concurrency group, then runs until it ends or is stopped. */
export async function runLeg(planned: PlannedJob, leg: Leg & { siblingFailed: AbortSignal }): Promise<JobResult> {
  const { machine, scope, job } = planned;
  const { live } = scope;
  const liveJob: LiveJob = { record: leg.record, stop: new AbortController(), kill: new AbortController() };
  const unlink = linkStops(planned, { liveJob, siblingFailed: leg.siblingFailed });
  const concurrency = concurrencyOf(job.concurrency, jobExpressions(planned, leg.contexts));
  const id = `run-${live.run.id}/${leg.record.name.replaceAll(' / ', '/')}`;
  leg.record.status = concurrency === undefined ? 'queued' : 'pending';
  live.publish();
  try {
    const ticket = await enterGroup({ machine, live, id, concurrency, stop: liveJob.stop });
    if (ticket === undefined) return finish(planned, { liveJob, ended: { result: 'cancelled', outputs: {} } });
    try {
      return finish(planned, { liveJob, ended: await runStarted(planned, { liveJob, contexts: leg.contexts }) });
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

/** A call is represented by its jobs; its own record was removed. */
function finish({ machine, scope }: PlannedJob, { liveJob, ended }: { liveJob: LiveJob; ended: JobResult }): JobResult {
  settleRecord(liveJob.record, { conclusion: ended.result, at: machine.now() });
  liveJob.record.outputs = ended.outputs;
  scope.live.publish();
  return ended;
}

/**
 * Connects cancellation: a cancelled run re-evaluates the job's condition (`always()` continues); a failed matrix job stops its siblings.
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

export interface MatrixPlan {
  matrix: JsonObject[];
  failFast: boolean;
  maxParallel: number;
}

/** Runs a job for each matrix combination, with limited concurrency, and combines the results. */
export async function runLegs(
  planned: PlannedJob,
  { legs, record }: { legs: MatrixPlan; record: JobRun },
): Promise<JobResult> {
  const { matrix, failFast, maxParallel } = legs;
  const failed = new AbortController();
  const results: JobResult[] = [];
  const waiting = matrix.map((values, index) => legOf(planned, { legs, values, index, record }));
  const work = async (): Promise<void> => {
    for (let leg = waiting.shift(); leg !== undefined; leg = waiting.shift()) {
      const ended = await runLeg(planned, { ...leg, siblingFailed: failed.signal });
      const forgiven = ended.result === 'failure' && continuesOnError(planned, leg.contexts);
      results.push(forgiven ? { ...ended, result: 'success' } : ended);
      if (ended.result === 'failure' && !forgiven && failFast) failed.abort();
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, matrix.length) }, work));
  return { result: mergedConclusion(results.map(({ result }) => result)), outputs: mergedOutputs(results) };
}

function legOf(
  planned: PlannedJob,
  { legs, values, index, record }: { legs: MatrixPlan; values: JsonObject; index: number; record: JobRun },
): Leg {
  const strategy: JsonObject = {
    'fail-fast': legs.failFast,
    'job-index': index,
    'job-total': legs.matrix.length,
    'max-parallel': legs.maxParallel,
  };
  const contexts = { matrix: values, strategy };
  const { job, scope } = planned;
  const given = textFor(resolve(job.name, jobExpressions(planned, contexts)));
  const name = `${scope.prefix}${given !== '' && typeof job.name === 'object' ? given : legName(given || job.id, values)}`;
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
