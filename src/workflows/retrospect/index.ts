// retrospect: looks back on an ended run, and does what people decide about proposals.
//
//   /crew retrospect [RUN] · approve ID… · reject ID…|--category C · defer ID…
//   gate      which run, or which proposals (gate.ts)
//   work      the retrospective; at a terminal also what follows a decision (work.ts)
//   publish   pull requests and memory (publish.ts)
import type { Workflow } from '../../ports/workflow.js';
import type { LearningServices } from './learns.js';
import type { RetrospectOrder } from './order.js';

export const retrospectWith = (services: LearningServices): Workflow<RetrospectOrder> => ({
  ...{ name: 'retrospect', version: 1, exclusive: true },
  gate: async (ctx, request) => (await import('./gate.js')).gate(ctx, request),
  work: async (ctx, order) => (await import('./work.js')).workOf(services)(ctx, order),
  publish: async (ctx, order, result) => (await import('./publish.js')).publishOf(services)(ctx, order, result),
});
