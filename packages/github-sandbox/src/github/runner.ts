import type { WorkflowJob, WorkflowRun } from './state.js';

/**
 * The seam for what executes workflows. A run that was dispatched is handed over by `start`; runs for other events are
 * made by the runner itself, which listens to events, reads the workflow files and calls `createRun`.
 */
export type Runner = {
  start(run: WorkflowRun): void;
  /** `force` ends jobs whose condition is `always()` as well. */
  cancel(runId: number, how?: { force: boolean }): void;
  /** Carries a run out once more: every job, or those that did not pass with what needs them. */
  rerun?(run: WorkflowRun, only: 'all' | 'failed'): void;
  /** Starts a run that waited for approval. */
  approve?(run: WorkflowRun): void;
  /** What a job has printed so far; null where nobody kept it. */
  log?(run: WorkflowRun, job: WorkflowJob): string | null;
};
