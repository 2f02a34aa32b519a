// GitHub's field, read whole: a thousand issues in a dozen requests, and again in one when nothing happened.
import type { FieldReader } from '../../../ports.js';
import { look } from './look.js';
import type { FieldOptions } from './options.js';

export { OBSERVATION, observationsIn } from './observations.js';
export type { FieldOptions } from './options.js';
export type { RunReader } from './runs.js';

/** Reads the field from GitHub, and from a clone beside it. */
export function githubField(options: FieldOptions): FieldReader {
  return { look: (ask) => look(ask, options) };
}
