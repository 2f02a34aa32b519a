import type { Config } from '../config/index.js';
import { UserError } from '../errors.js';
import type { Env } from '../services/env.js';
import { noKey } from '../services/held-model.js';
import { refuseProvider } from '../services/refuse-provider.js';

/** Before a run that needs a model: what is missing is configuration, and no run at all. */
export function requireModel({ model }: Pick<Env, 'model'>, models: Config['models']): void {
  try {
    refuseProvider(models);
    if (model.key === undefined) noKey();
  } catch (error) {
    throw error instanceof UserError ? new UserError({ ...error, ends: 'usage' }, { cause: error }) : error;
  }
}
