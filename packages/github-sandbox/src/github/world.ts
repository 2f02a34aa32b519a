// The state and services that all requests and changes of an embedded GitHub use. Imported by nearly every folder of src/github, by
// page/requests/ and by src/actions; create-world.ts builds it.

import type { Actor } from './auth/credential.js';
import type { TokenStore } from './auth/token-store.js';
import type { Emitter } from './events/emitter.js';
import type { Serialize } from './git/git.js';
import type { Ids, Urls } from './ids.js';
import type { RateLimits } from './limits.js';
import type { RepositoryEvent } from './repository-event.js';
import type { EffectLog } from './requests.js';
import type { RunExecutor } from './run-executor.js';
import type { Delivery, State } from './state.js';

/** The state and services of an embedded GitHub. */
export type World = {
  readonly state: State;
  readonly urls: Urls;
  /** The folder of the bare repositories. */
  readonly dir: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly ids: Ids;
  readonly effects: EffectLog;
  readonly repositoryEvents: Emitter<RepositoryEvent>;
  readonly tokens: TokenStore;
  readonly limits: RateLimits;
  readonly serialize: Serialize;
  /** Sends a webhook again with its GUID. */
  readonly redeliver: (delivery: Delivery) => void;
  /** Null until an executor is connected; runs stay queued until then. */
  executor: RunExecutor | null;
};

/** The world and the actor of a change: the first argument of every function in acts/. */
export type Act = { readonly world: World; readonly by: Actor };

/** The time in GitHub's format, without fractions of seconds. */
export function stamp(world: { readonly now: () => number }): string {
  return new Date(world.now()).toISOString().replace(/\.\d+Z$/, 'Z');
}
