// The workflow `retrospect`: reviews an ended run, and applies decisions about proposals. src/workflows/index.ts lists it and wraps the
// workflows that learn.
//
//   /crew retrospect [RUN] · approve ID… · reject ID…|--category C · defer ID…
//   gate      selects the run or the proposals (gate.ts)
//   work      reviews the run; at a terminal also applies a decision (work.ts)
//   publish   applies a decision on GitHub: pull requests and memory (publish.ts)
import type { Workflow } from '../../ports/workflow.js';
import type { RetrospectOrder } from './gate.js';
import type { LearningServices } from './learning.js';

/** The workflow `retrospect` with its memory. */
export const retrospectWith = (services: LearningServices): Workflow<RetrospectOrder> => ({
  name: 'retrospect',
  version: 1,
  exclusive: true,
  gate: async (ctx, request) => (await import('./gate.js')).gate(ctx, request),
  work: async (ctx, order) => (await import('./work.js')).workOf(services)(ctx, order),
  publish: async (ctx, order, result) => (await import('./publish.js')).publishOf(services)(ctx, order, result),
});

/**
 * A workflow that also learns: when a run ends, it counts the signals of preferences and adds the list of proposals. This happens in
 * `publish`, or in `work` at a terminal, which has no `publish`.
 */
export const withLearning = <Order>(workflow: Workflow<Order>, services: LearningServices): Workflow<Order> => ({
  ...workflow,
  async work(ctx, order) {
    const result = await workflow.work(ctx, order);
    if (ctx.place !== 'terminal') return result;
    const { withApprovals, endedRun, learnedIn } = await import('./conclude.js');
    const request = (await ctx.history.load(ctx.run))?.record.request;
    const ended = { ...endedRun(ctx, workflow.name), request, learning: services.inWork(ctx) };
    return { ...result, outcome: await withApprovals(ended, result.outcome, learnedIn(result.outcome.result)) };
  },
  async publish(ctx, order, result) {
    const outcome = await workflow.publish(ctx, order, result);
    const { withApprovals, endedRun, learnedIn } = await import('./conclude.js');
    const ended = { ...endedRun(ctx, workflow.name), request: ctx.record.request, learning: services.inPublish };
    return withApprovals(ended, outcome, learnedIn(result?.outcome.result));
  },
});
