// How long to wait before a turn is asked for again. The only owner of retries: neither the SDK nor the adapter sends anything twice.
import type { Lost } from './beat.js';

/** So many attempts in one life of a run; told again, it starts counting anew. */
export const TRIES = 8;
const FIRST = 1000;
const LONGEST = 60_000;
/** A service that asks for more patience than this is not there today; the run is kept and can be continued. */
const TOO_LONG = 15 * 60_000;

/** Milliseconds before the next attempt, or null for "not again". Pure. */
export function waitAfter(lost: Lost, tries: number): number | null {
  if (!lost.again || tries >= TRIES || (lost.afterMs ?? 0) > TOO_LONG) return null;
  return Math.max(lost.afterMs ?? 0, Math.min(LONGEST, FIRST * 2 ** (tries - 1)));
}
