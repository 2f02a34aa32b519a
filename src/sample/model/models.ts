import type { Script } from './script.js';

/** One of each tier, for a script that does not say which there are; then any Claude is taken as well. */
const USUAL = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5'];

/** A model as the Models API describes it, or nothing if the script's service does not have it. */
export function findModel(script: Script, id: string): object | undefined {
  const known = script.models === undefined ? id.startsWith('claude-') : script.models.includes(id);
  return known ? describe(id) : undefined;
}

/** Every model of the script's service, as one page. */
export function listModels({ models = USUAL }: Script): object {
  return { data: models.map(describe), first_id: models[0], last_id: models.at(-1), has_more: false };
}

function describe(id: string): object {
  return {
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-01-01T00:00:00Z',
    capabilities: null,
    deprecated_at: null,
    lifecycle: 'active',
    line: null,
  };
}
