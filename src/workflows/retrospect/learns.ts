// Wraps the workflows that change something, so that a run that ends adds up its signals and shows one list for approval (conclude.ts).
import type { WorkContext, Workflow } from '../../ports/workflow.js';
import type { Learning } from './learning.js';

/** Where learning is kept. */
export interface LearningServices {
  /** As the work of a run reads it; at a terminal it writes it, too. */
  readonly inWork: (ctx: Pick<WorkContext, 'folder'>) => Learning | null;
  /** As `publish` writes it; null where there is none. */
  readonly published: Learning | null;
}

/** The workflow with learning at its end. */
export const learns = <Order>(workflow: Workflow<Order>, services: LearningServices): Workflow<Order> => ({
  ...workflow,
  async work(ctx, order) {
    const result = await workflow.work(ctx, order);
    if (ctx.place !== 'terminal') return result;
    const { conclude, endOf, learnedIn } = await import('./conclude.js');
    const request = (await ctx.history.load(ctx.run))?.record.request;
    const at = { ...endOf(ctx, workflow.name), request, learning: services.inWork(ctx) };
    return { ...result, outcome: await conclude(at, result.outcome, learnedIn(result.outcome.result)) };
  },
  async publish(ctx, order, result) {
    const outcome = await workflow.publish(ctx, order, result);
    const { conclude, endOf, learnedIn } = await import('./conclude.js');
    const at = { ...endOf(ctx, workflow.name), request: ctx.record.request, learning: services.published };
    return conclude(at, outcome, learnedIn(result?.outcome.result));
  },
});
