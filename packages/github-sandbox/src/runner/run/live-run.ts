import type { FinishedJobs } from '../decide/finished-jobs.js';
import type { EventPlace } from '../decide/place-of-event.js';
import type { JsonObject } from '../json.js';
import type { Conclusion, JobRun, Permissions, Run, RunnerEvent } from '../model.js';
import type { PlannedWorkflow } from './plan-workflow.js';

/** A job that runs now, and the two ways to end it early. */
export interface LiveJob {
  record: JobRun;
  stop: AbortController;
  kill: AbortController;
  /** Of a call: whether the called workflow has begun. One that has not runs none of its jobs when the run is cancelled. */
  begun?: boolean;
}

/** A run that has not ended: its record, and what its jobs need beyond it. */
export interface LiveRun {
  run: Run;
  event: RunnerEvent;
  place: EventPlace;
  github: JsonObject;
  vars: Record<string, string>;
  /** What stands of the attempt before. */
  kept: FinishedJobs;
  /** Aborted when somebody cancels the run. */
  cancel: AbortController;
  /** Aborted when somebody cancels it with force: no condition is asked any more. */
  force: AbortController;
  jobs: Set<LiveJob>;
  /** Tells the host how the run stands. */
  publish(): void;
}

/** One workflow being executed: the run's own, or one that a job calls. */
export interface WorkflowScope {
  live: LiveRun;
  plan: PlannedWorkflow;
  /** `caller / ` in front of the keys and names of called jobs. */
  prefix: string;
  inputs: JsonObject;
  secrets: Record<string, string>;
  /** Aborted when the run is cancelled, or the matrix leg that made this call. */
  cancelled: AbortSignal;
}

export interface JobResult {
  result: Conclusion;
  outputs: Record<string, string>;
}

/** Adds the record of a job that waits. */
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

/** Writes how a job ended. */
export function settleRecord(record: JobRun, { conclusion, at }: { conclusion: Conclusion; at: Date }): void {
  record.status = 'completed';
  record.conclusion = conclusion;
  record.completedAt = at.toISOString();
}
