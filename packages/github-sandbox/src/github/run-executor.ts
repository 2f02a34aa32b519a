// The interface through which the embedded GitHub starts workflow runs. world.ts holds it; src/actions implements it and imports it through
// src/github/index.ts. Types only.

import type { WorkflowJob, WorkflowRun } from './state.js';

/**
 * Executes workflow runs for the embedded GitHub. `start` receives dispatched runs only. For all other events the executor listens to the
 * events, reads the workflow files and calls `createRun`.
 */
export type RunExecutor = {
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
