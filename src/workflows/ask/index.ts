// ask: `/crew ask` answers a question about the code or the issue. The phases are in ask.ts.
import type { Workflow } from '../../ports/workflow.js';
import type { AskOrder } from './rules/answer.js';

export const ask: Workflow<AskOrder> = {
  name: 'ask',
  version: 1,
  exclusive: false,
  gate: async (ctx, request) => (await import('./ask.js')).gate(ctx, request),
  work: async (ctx, order) => (await import('./ask.js')).work(ctx, order),
  publish: async (ctx, order, result) => (await import('./ask.js')).publish(ctx, order, result),
};
