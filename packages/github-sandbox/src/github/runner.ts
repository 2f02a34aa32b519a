// The interface of whatever executes workflows. Types only.

import type { WorkflowJob, WorkflowRun } from './state.js';

/**
 * The interface of whatever executes workflows. `start` receives dispatched runs; for other events the runner listens itself, reads the
 * workflow files and calls `createRun`.
 */
export type Runner = {
  start(run: WorkflowRun): void;
  /** `force` also ends jobs with `always()`. */
  cancel(runId: number, how?: { force: boolean }): void;
  /** Runs all jobs again, or the failed ones with those that depend on them. */
  rerun?(run: WorkflowRun, only: 'all' | 'failed'): void;
  /** Starts a run that waited for approval. */
  approve?(run: WorkflowRun): void;
  /** The output of a job so far; null if it is not stored. */
  log?(run: WorkflowRun, job: WorkflowJob): string | null;
};
