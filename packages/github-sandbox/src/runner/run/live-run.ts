// The state of a run that is being executed. begin-run creates it; all files that execute runs and jobs use it, and the entry of the runner
// uses a type.

import type { FinishedJobs } from '../decide/finished-jobs.js';
import type { EventPlace } from '../decide/place-of-event.js';
import type { JsonObject } from '../json.js';
import type { Conclusion, JobRun, Permissions, Run, RunnerEvent } from '../model.js';
import type { PlannedWorkflow } from './plan-workflow.js';

/** A running job, and the two ways to end it early. */
export interface LiveJob {
  record: JobRun;
  /**
   * Aborted by a cancellation or the job's timeout. After that, only steps whose condition still holds are run, such as those with
   * `always()`.
   */
  stop: AbortController;
  /** Aborted when the runner is lost: no further step runs, and the job fails. */
  kill: AbortController;
  /** For a job that calls a reusable workflow (`uses`): whether the called workflow has started. */
  isCallStarted?: boolean;
}

/** A run that has not ended. */
export interface LiveRun {
  run: Run;
  event: RunnerEvent;
  /** The ref and commit of its event. */
  place: EventPlace;
  github: JsonObject;
  vars: Record<string, string>;
  /** Jobs kept from the previous attempt. */
  finishedJobs: FinishedJobs;
  /** Aborted by a cancellation. */
  cancel: AbortController;
  /** Aborted by a forced cancellation, which ignores conditions. */
  force: AbortController;
  jobs: Set<LiveJob>;
  /** Reports the run to the host. */
  publish(): void;
}

/** A workflow being executed: the run's own or a called one. */
export interface WorkflowScope {
  live: LiveRun;
  plan: PlannedWorkflow;
  /** `caller / `, the prefix of keys and names of called jobs. */
  prefix: string;
  inputs: JsonObject;
  secrets: Record<string, string>;
  /** Aborted when the run or the calling matrix job is cancelled. */
  cancelled: AbortSignal;
}

export interface JobResult {
  result: Conclusion;
  outputs: Record<string, string>;
}

/**
 * Adds the record of a waiting job. Its id is the highest of the run plus one. The ids of run N begin at 1000 N + 1; each attempt begins
 * 100 higher, so that no id is used again.
 */
export function declareJob(
  live: LiveRun,
  job: { key: string; name: string; needs: string[]; permissions: Permissions },
): JobRun {
  const last = Math.max(live.run.id * 1_000 + (live.run.attempt - 1) * 100, ...live.run.jobs.map(({ id }) => id));
  const record: JobRun = {
    ...job,
    id: last + 1,
    status: 'queued',
    conclusion: null,
    steps: [],
    outputs: {},
    annotations: [],
  };
  live.run.jobs.push(record);
  return record;
}

/** Records the result of a job. */
export function settleRecord(record: JobRun, { conclusion, at }: { conclusion: Conclusion; at: Date }): void {
  record.status = 'completed';
  record.conclusion = conclusion;
  record.completedAt = at.toISOString();
}
