// The workflow `task`: selects a session and personas, runs a workflow that executes the request, has a watcher judge the result, and
// records what was learned. Listed in src/workflows/index.ts.
//
//   /crew task · /crew answer after an escalation
//   gate      reads the request; prepares the orders of the workflows that may execute it (gate.ts)
//   work      runs the components in the order of the states (engine.ts, work.ts)
//   publish   creates a pull request, a review or a comment, and writes the ledger (publish.ts)
import type { Workflow } from '../../ports/workflow.js';
import type { TaskOrder } from './order.js';
import type { TaskServices } from './work.js';

export type { TaskServices } from './work.js';

/** The workflow `task` with its ledger. */
export const taskWith = (services: TaskServices): Workflow<TaskOrder> => ({
  name: 'task',
  version: 1,
  exclusive: true,
  gate: async (ctx, request) => (await import('./gate.js')).gate(ctx, request),
  work: async (ctx, order) => (await import('./work.js')).workOf(services)(ctx, order),
  publish: async (ctx, order, result) => (await import('./publish.js')).publishOf(services)(ctx, order, result),
});
