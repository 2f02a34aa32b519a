import type { Emitter } from './events/emitter.js';
import type { Happening } from './events/happening.js';
import type { InTurn } from './git/git.js';
import type { Ids, Urls } from './ids.js';
import type { LimitBook } from './limits.js';
import type { EffectLog } from './requests.js';
import type { Runner } from './runner.js';
import type { Delivery, State } from './state.js';
import type { Actor } from './who/credential.js';
import type { TokenBook } from './who/token-book.js';

/** Everything an act or an answer may touch. */
export type World = {
  readonly state: State;
  readonly urls: Urls;
  readonly dir: string;
  readonly now: () => number;
  readonly ids: Ids;
  readonly effects: EffectLog;
  readonly happenings: Emitter<Happening>;
  readonly tokens: TokenBook;
  readonly limits: LimitBook;
  readonly inTurn: InTurn;
  /** Sends a webhook once more, under its old GUID. */
  readonly redeliver: (delivery: Delivery) => void;
  /** Null until a runner is plugged in; runs stay queued until then. */
  runner: Runner | null;
};

/** The first argument of everything that changes the world. */
export type Act = { readonly world: World; readonly by: Actor };

/** The time as GitHub writes it: seconds, no fraction. */
export function stamp(world: { readonly now: () => number }): string {
  return new Date(world.now()).toISOString().replace(/\.\d+Z$/, 'Z');
}
