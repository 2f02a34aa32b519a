// review: `/crew review` on a pull request. The check crew/verify, and one review with what the reviewer found beside the lines. It
// approves nothing and blocks nothing.
import type { Workflow } from '../../ports/workflow.js';
import type { ReviewOrder } from './gate.js';

export const review: Workflow<ReviewOrder> = {
  ...{ name: 'review', version: 2, exclusive: false },
  gate: async (ctx, request) => (await import('./gate.js')).gate(ctx, request),
  work: async (ctx, order) => (await import('./work.js')).work(ctx, order),
  publish: async (ctx, order, result) => (await import('./publish.js')).publish(ctx, order, result),
  concludes: async (ctx, order) => (await import('./publish.js')).concludes(ctx, order),
};
