// `/crew write`: a request becomes three paths, the selected one becomes chapters, each chapter passes a gate of reviewers.
import type { Workflow } from '../../ports/workflow.js';
import { gate, type Order } from './gate.js';

/** The job `gate` loads only the gate: `work` and `publish` are imported where they run. */
export const write: Workflow<Order> = {
  name: 'write',
  version: 1,
  exclusive: true,
  gate,
  work: async (ctx, order) => (await import('./work.js')).work(ctx, order),
  publish: async (ctx, order, result) => (await import('./publish.js')).publish(ctx, order, result),
};
