import { priceOf } from '../prices.js';
import type { UnlocatedProblem } from '../problem.js';
import type { Config } from '../schema.js';

const TIERS = ['haiku', 'sonnet', 'opus'] as const;

/** A model without a known price needs one in the configuration; otherwise limits in dollars would not work. */
export function modelsHavePrices({ models }: Config): readonly UnlocatedProblem[] {
  return TIERS.flatMap((tier) => {
    const { id, price } = models[tier] ?? {};
    if (id === undefined || price !== undefined || priceOf(id) !== undefined) return [];
    return {
      path: ['models', tier, 'id'],
      expected: 'a model whose price crew knows, or a `price` beside the `id`',
      found: `"${id}" without a price`,
      remedy: `write \`price: { in, out }\` under models.${tier}, in US dollars for a million tokens`,
    };
  });
}

/** On Bedrock a model's id depends on the region or inference profile, so it must be configured. */
export function providerNamesModels({ models }: Config): readonly UnlocatedProblem[] {
  if (models.provider !== 'bedrock') return [];
  const missing = TIERS.filter((tier) => models[tier]?.id === undefined);
  if (missing.length === 0) return [];
  return [
    {
      path: ['models', 'provider'],
      expected: 'an id for each model with bedrock',
      found: `none for ${missing.join(', ')}`,
      remedy: `write the inference profile or model id under ${missing.map((tier) => `models.${tier}.id`).join(', ')}`,
    },
  ];
}
