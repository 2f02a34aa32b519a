// The workflow `write`: a request becomes three paths, the selected one becomes chapters, each chapter passes a gate of reviewers. Listed in
// src/workflows/index.ts.
import type { Workflow } from '../../ports/workflow.js';
import type { Order } from './gate.js';

export const write: Workflow<Order> = {
  name: 'write',
  version: 1,
  exclusive: true,
  gate: async (ctx, request) => (await import('./gate.js')).gate(ctx, request),
  work: async (ctx, order) => (await import('./work.js')).work(ctx, order),
  publish: async (ctx, order, result) => (await import('./publish.js')).publish(ctx, order, result),
};
