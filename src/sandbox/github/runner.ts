import type { WorkflowRun } from './state.js';

/**
 * The seam for what executes workflows. A run that was dispatched is handed over by `start`; runs for other events are
 * made by the runner itself, which listens to events, reads the workflow files and calls `createRun`.
 */
export type Runner = {
  start(run: WorkflowRun): void;
  cancel(runId: number): void;
};
