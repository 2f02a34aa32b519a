import { messagesModel } from '../adapters/model/index.js';
import { holdModelKey } from '../adapters/proxy/model-key.js';
import { UserError } from '../errors.js';
import type { Model } from '../ports.js';
import type { Env } from './env.js';

/** A model whose key another process holds; without a key, one that says so when it is first wanted. */
export interface HeldModel {
  readonly model: () => Model;
  close(): Promise<void>;
}

const MAKER = 'https://api.anthropic.com';

/** Gives the key away at once, so that the client here never has it: all that it has is a token, good for questions to the model. */
export async function holdModel({ model: { key, url }, machine }: Env): Promise<HeldModel> {
  if (key === undefined) return { model: noKey, close: async () => undefined };
  const holder = await holdModelKey({ key, upstream: url ?? MAKER, certificates: machine.NODE_EXTRA_CA_CERTS });
  const model = messagesModel({ key: holder.token, url: holder.url });
  return { model: () => model, close: () => holder.close() };
}

/** In the middle of a run nothing is given up for that: it goes on where there is a key. */
export function noKey(): never {
  throw new UserError({
    expected: 'ANTHROPIC_API_KEY, the key of a model',
    found: 'none',
    remedy: 'Set it; or try everything without one in `crew sandbox`.',
    ends: 'infra_error',
  });
}
