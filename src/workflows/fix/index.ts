// fix: changes the code and proves it.
//
//   /crew fix · /crew plan · /crew apply · /crew retry
//   gate      reads the request, chooses the branch, refuses or asks (gate.ts)
//   work      runs the Editor and the debug loop (work.ts, editor.ts, debug-loop.ts)
//   publish   writes one commit, one check and one pull request (publish.ts)
import type { Workflow } from '../../ports/workflow.js';
import type { FixOrder } from './gate.js';

export const fix: Workflow<FixOrder> = {
  name: 'fix',
  version: 2,
  exclusive: true,
  gate: async (ctx, request) => (await import('./gate.js')).gate(ctx, request),
  work: async (ctx, order) => (await import('./work.js')).work(ctx, order),
  publish: async (ctx, order, result) => (await import('./publish.js')).publish(ctx, order, result),
};
