// build: larger work, split into tasks that are done in waves. Listed in src/workflows/index.ts.
//
//   /crew build
//   gate      reads the request, chooses branch and number of the build (gate.ts)
//   work      plans, runs waves of workers, writes a report, collects proposals (work.ts)
//   publish   writes one commit for each task, one check, one pull request (publish.ts)
import type { Workflow } from '../../ports/workflow.js';
import type { LearningServices } from '../retrospect/learning.js';
import type { OrderedBuild } from './gate.js';

/** The workflow `build`. `learning` gives its work phase the memory. */
export const buildWith = (learning: Pick<LearningServices, 'inWork'>): Workflow<OrderedBuild> => ({
  name: 'build',
  version: 1,
  exclusive: true,
  gate: async (ctx, request) => (await import('./gate.js')).gate(ctx, request),
  work: async (ctx, order) => (await import('./work.js')).work(ctx, order, learning.inWork(ctx)),
  publish: async (ctx, order, result) => (await import('./publish.js')).publish(ctx, order, result),
});
