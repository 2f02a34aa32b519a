import * as z from 'zod';
import { modelId, serverName, usd } from '../kinds.js';

const price = z
  .strictObject({
    in: usd().describe('US dollars for a million input tokens.'),
    out: usd().describe('US dollars for a million output tokens.'),
    cacheRead: usd().exactOptional().describe('US dollars for a million tokens read from the cache.'),
    cacheWrite: usd().exactOptional().describe('US dollars for a million tokens written to the cache.'),
  })
  .describe('What the model costs, when crew does not know or you pay something else.');

function tier(which: string) {
  return z
    .strictObject({
      id: modelId.exactOptional().describe("The model's id at the provider; without it, the one crew ships with."),
      price: price.exactOptional(),
    })
    .exactOptional()
    .describe(`The model for ${which} work.`);
}

const TIERS = ['haiku', 'sonnet', 'opus'] as const;
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

const role = z.strictObject({
  tier: z.enum(TIERS).exactOptional().describe('Which of the three models works in this role.'),
  effort: z
    .enum(EFFORTS)
    .exactOptional()
    .describe("How much effort the model puts into its replies; without it, the model's own default."),
});

export const models = z
  .strictObject({
    provider: z
      .enum(['anthropic', 'bedrock', 'vertex'])
      .default('anthropic')
      .describe('Who serves the models; credentials come from the environment.'),
    haiku: tier('small'),
    sonnet: tier('ordinary'),
    opus: tier('hard'),
    roles: z
      .record(serverName, role)
      .default({})
      .describe('Model and effort of single roles, by name (`editor`, `reviewer`, …).'),
  })
  .prefault({})
  .describe('Which models do the work.');
