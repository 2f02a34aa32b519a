// Prices of models by Anthropic's model id, as published in November 2026, and the default models. Pure. Used for costs (src/agent/cost.ts,
// `write`) and by the rule that each model has a price.

/** US dollars for a million tokens. */
export interface Price {
  readonly in: number;
  readonly out: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** For prompts of more than `above` tokens, all prices are multiplied by `times`. */
  readonly long?: { readonly above: number; readonly times: number } | undefined;
}

const PRICES: Readonly<Record<string, Price>> = {
  'claude-haiku-5-5': {
    ...{ in: 0.1, out: 0.5, cacheRead: 0.01, cacheWrite: 0.125 },
    long: { above: 100_000, times: 5 },
  },
  'claude-sonnet-5-5': { in: 2, out: 10, cacheRead: 0.1, cacheWrite: 2.5 },
  'claude-opus-5-5': { in: 4, out: 20, cacheRead: 0.2, cacheWrite: 5 },
  'claude-haiku-4-5': { in: 1, out: 5, cacheRead: 0.1, cacheWrite: 1.25 },
  'claude-sonnet-4-5': { in: 3, out: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  'claude-sonnet-4-6': { in: 3, out: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  'claude-opus-4-5': { in: 5, out: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-opus-4-6': { in: 5, out: 25, cacheRead: 0.5, cacheWrite: 6.25 },
};

/** The default model of each tier. */
export const DEFAULT_MODELS = {
  haiku: 'claude-haiku-5-5',
  sonnet: 'claude-sonnet-5-5',
  opus: 'claude-opus-5-5',
} as const;

/** The price of a model by its id at any provider; undefined if it is unknown. */
export function priceOf(id: string): Price | undefined {
  const name = anthropicId(id);
  return Object.hasOwn(PRICES, name) ? PRICES[name] : undefined;
}

/** Anthropic's id without date: `claude-sonnet-4-5` for `eu.anthropic.claude-sonnet-4-5-20250929-v1:0` (Bedrock) and `claude-sonnet-4-5@20250929` (Vertex). */
export const anthropicId = (id: string): string =>
  id
    .replace(/^(?:[a-z]+\.)?anthropic\./, '')
    .replace(/@.*$/, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/-\d{8}$/, '');
