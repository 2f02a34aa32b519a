// build: larger work, split into tasks that are done in waves.
//
//   /crew build
//   gate      what is asked, which branch, the number of the build (gate.ts)
//   work      plan, waves of workers, one report, and what can be learned (work.ts)
//   publish   one commit for each task, one check, one pull request (publish.ts)
import type { Workflow } from '../../ports/workflow.js';
import type { LearningServices } from '../retrospect/learning.js';
import type { OrderedBuild } from './gate.js';

/** The workflow `build`, with what it learns from. */
export const buildWith = (learning: Pick<LearningServices, 'inWork'>): Workflow<OrderedBuild> => ({
  name: 'build',
  version: 1,
  exclusive: true,
  gate: async (ctx, request) => (await import('./gate.js')).gate(ctx, request),
  work: async (ctx, order) => (await import('./work.js')).work(ctx, order, learning.inWork(ctx)),
  publish: async (ctx, order, result) => (await import('./publish.js')).publish(ctx, order, result),
});
