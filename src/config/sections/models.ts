import * as z from 'zod';
import { modelId, usd } from '../kinds.js';

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

export const models = z
  .strictObject({
    provider: z
      .enum(['anthropic', 'bedrock', 'vertex'])
      .default('anthropic')
      .describe('Who serves the models; credentials come from the environment.'),
    haiku: tier('small'),
    sonnet: tier('ordinary'),
    opus: tier('hard'),
  })
  .prefault({})
  .describe('Which models do the work.');
