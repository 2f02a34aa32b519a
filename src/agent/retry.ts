// How long to wait before a turn is asked for again. The only owner of retries: neither the SDK nor the adapter sends anything twice.
import type { Lost } from './turn-record.js';

/** So many attempts in one life of a run; told again, it starts counting anew. */
export const TRIES = 8;
/** Where nothing listens, or no such host is known, patience helps nobody: a person has a setting to look at. */
const TRIES_OF_NOBODY = 2;
const FIRST = 1000;
const LONGEST = 60_000;
/** A service that asks for more patience than this is not there today; the run is kept and can be continued. */
const TOO_LONG = 15 * 60_000;

/** Milliseconds before the next attempt, or null for "not again". Pure. */
export function waitAfter(lost: Pick<Lost, 'again' | 'afterMs' | 'nobody'>, tries: number): number | null {
  const most = lost.nobody ? TRIES_OF_NOBODY : TRIES;
  if (!lost.again || tries >= most || (lost.afterMs ?? 0) > TOO_LONG) return null;
  return Math.max(lost.afterMs ?? 0, Math.min(LONGEST, FIRST * 2 ** (tries - 1)));
}

const NOBODY: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND'];
/** Errors wrap each other; one that wraps itself ends here. */
const DEEPEST = 10;

/** Whether nobody is at the address: no such host, or nothing that listens. A connection that broke is something else. */
export function isNobody(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEEPEST) return false;
  if ('code' in error && NOBODY.includes(String(error.code))) return true;
  // Each of a host's addresses was tried, and each gave its own error.
  if (error instanceof AggregateError && error.errors.some((each) => isNobody(each, depth + 1))) return true;
  return isNobody(error.cause, depth + 1);
}
