import type { Contexts, JobRun } from '../model.js';
import { callWorkflow } from './call-workflow.js';
import { concurrencyOf, enterGroup } from './enter-group.js';
import { isWanted, type JobOrder, jobExpressions } from './job-order.js';
import { type JobResult, type LiveJob, settleRecord } from './live-run.js';
import { runStepsJob } from './run-steps-job.js';

/** A job with one combination of its matrix. */
export interface Leg {
  record: JobRun;
  contexts: Contexts;
}

/** One job as a runner would take it: waits for its concurrency group, then runs until it ends or is stopped. */
export async function runLeg(order: JobOrder, leg: Leg & { siblingFailed: AbortSignal }): Promise<JobResult> {
  const { machine, scope, job } = order;
  const { live } = scope;
  const task: LiveJob = { record: leg.record, stop: new AbortController(), kill: new AbortController() };
  const unlink = linkStops(order, { task, siblingFailed: leg.siblingFailed });
  const concurrency = concurrencyOf(job.concurrency, jobExpressions(order, leg.contexts));
  const id = `run-${live.run.id}/${leg.record.name.replaceAll(' / ', '/')}`;
  leg.record.status = concurrency === undefined ? 'queued' : 'pending';
  live.publish();
  try {
    const ticket = await enterGroup({ machine, repo: live.run.repo, id, concurrency, stop: task.stop });
    if (ticket === undefined) return finish(order, { task, ended: { result: 'cancelled', outputs: {} } });
    try {
      return finish(order, { task, ended: await work(order, { task, contexts: leg.contexts }) });
    } finally {
      ticket.leave();
    }
  } finally {
    unlink();
  }
}

interface Work {
  task: LiveJob;
  contexts: Contexts;
}

async function work(order: JobOrder, { task, contexts }: Work): Promise<JobResult> {
  const { machine, scope, job } = order;
  if (task.stop.signal.aborted || machine.closing.aborted) return { result: 'cancelled', outputs: {} };
  const expressions = jobExpressions(order, contexts);
  if (job.kind === 'call') return callWorkflow(order, { job, task, expressions });
  scope.live.jobs.add(task);
  task.record.status = 'in_progress';
  task.record.startedAt = machine.now().toISOString();
  scope.live.publish();
  try {
    return await runStepsJob({ machine, scope, job, task, contexts: expressions.contexts });
  } finally {
    scope.live.jobs.delete(task);
  }
}

/** A called workflow's jobs speak for it; the record of the call itself was dropped when they were declared. */
function finish({ machine, scope }: JobOrder, { task, ended }: { task: LiveJob; ended: JobResult }): JobResult {
  settleRecord(task.record, { conclusion: ended.result, at: machine.now() });
  task.record.outputs = ended.outputs;
  scope.live.publish();
  return ended;
}

/**
 * Cancelling a run asks every job again: one whose condition still holds (`always()`) goes on. A leg that failed stops
 * its siblings without asking.
 */
function linkStops(
  order: JobOrder,
  { task, siblingFailed }: { task: LiveJob; siblingFailed: AbortSignal },
): () => void {
  const { cancelled } = order.scope;
  const { closing } = order.machine;
  const onCancel = (): void => {
    if (!isWanted(order)) task.stop.abort();
  };
  const onSibling = (): void => task.stop.abort();
  const onClosing = (): void => task.kill.abort();
  if (siblingFailed.aborted) onSibling();
  closing.addEventListener('abort', onClosing);
  cancelled.addEventListener('abort', onCancel);
  siblingFailed.addEventListener('abort', onSibling);
  return () => {
    closing.removeEventListener('abort', onClosing);
    cancelled.removeEventListener('abort', onCancel);
    siblingFailed.removeEventListener('abort', onSibling);
  };
}
