// The section `models` of the configuration: provider, models, prices and roles.

import * as z from 'zod';
import { modelId, simpleName, usd } from '../kinds.js';

const price = z
  .strictObject({
    in: usd().describe('US dollars for a million input tokens.'),
    out: usd().describe('US dollars for a million output tokens.'),
    cacheRead: usd().exactOptional().describe('US dollars for a million tokens read from the cache.'),
    cacheWrite: usd().exactOptional().describe('US dollars for a million tokens written to the cache.'),
  })
  .describe('The price of the model, if crew does not know it or yours differs.');

function tier(which: string) {
  return z
    .strictObject({
      id: modelId.exactOptional().describe("The model's id at the provider. Default: the id that crew ships with."),
      price: price.exactOptional(),
    })
    .exactOptional()
    .describe(`The model for ${which} work.`);
}

const TIERS = ['haiku', 'sonnet', 'opus'] as const;
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

const role = z.strictObject({
  tier: z.enum(TIERS).exactOptional().describe('The model of this role: `haiku`, `sonnet` or `opus`.'),
  effort: z.enum(EFFORTS).exactOptional().describe("The effort setting of the model. Default: the model's own."),
});

export const models = z
  .strictObject({
    provider: z
      .enum(['anthropic', 'bedrock', 'vertex'])
      .default('anthropic')
      .describe('The service that runs the models. Credentials come from the environment.'),
    haiku: tier('small'),
    sonnet: tier('ordinary'),
    opus: tier('hard'),
    roles: z
      .record(simpleName, role)
      .default({})
      .describe('Model and effort of single roles (`editor`, `reviewer`, …).'),
  })
  .prefault({})
  .describe('The models that crew uses.');
