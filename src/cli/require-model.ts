import type { Config } from '../config/index.js';
import { UserError } from '../errors.js';
import type { Env } from '../services/env.js';
import { requireCredentials } from '../services/held-model.js';

/** Before a run that needs a model: what is missing is configuration, and no run at all. */
export function requireModel(env: Pick<Env, 'model' | 'machine'>, models: Config['models']): void {
  try {
    requireCredentials(env, models);
  } catch (error) {
    throw error instanceof UserError ? new UserError({ ...error, ends: 'usage' }, { cause: error }) : error;
  }
}
