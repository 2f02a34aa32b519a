import type { Breach } from '../problem.js';
import type { Config } from '../schema.js';

const TIERS = ['haiku', 'sonnet', 'opus'] as const;

/** Bedrock knows a model by the id of its region or inference profile, which crew cannot guess. */
export function providerNamesModels({ models }: Config): readonly Breach[] {
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
