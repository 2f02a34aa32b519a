// review: `/crew review` on a pull request. It concludes the check crew/verify and posts one review with line comments. It neither approves
// nor blocks.
import type { Workflow } from '../../ports/workflow.js';
import type { ReviewOrder } from './gate.js';

export const review: Workflow<ReviewOrder> = {
  name: 'review',
  version: 2,
  exclusive: false,
  gate: async (ctx, request) => (await import('./gate.js')).gate(ctx, request),
  work: async (ctx, order) => (await import('./work.js')).work(ctx, order),
  publish: async (ctx, order, result) => (await import('./publish.js')).publish(ctx, order, result),
  concludes: async (ctx, order) => (await import('./publish.js')).concludes(ctx, order),
};
