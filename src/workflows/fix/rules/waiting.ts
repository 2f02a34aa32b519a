// Waiting for the repository's own checks: what follows from a look at them. Pure.
import type { CiState } from '../../../ports.js';

/** What stands there now. */
export interface Look {
  /** Without what is red in the same way where it goes. */
  readonly state: CiState;
  /** Where the branch ends; null where it is gone. */
  readonly head: string | null;
  /** What has to pass before it may be merged, and has not said anything. */
  readonly missing: readonly string[];
}

/** How far the waiting is. */
export interface Waited {
  readonly ms: number;
  readonly looks: number;
  /** The look before this one saw them green. */
  readonly wasGreen: boolean;
}

/** Why nobody waits any more: somebody else's commit came, none ever began, one that is required never did, or it took too long. */
export type WhyOver = 'moved' | 'none' | 'missing' | 'late';

export type Then =
  | { readonly is: 'again'; readonly inMs: number; readonly asks: boolean }
  | { readonly is: 'green' | 'red' }
  | { readonly is: 'over'; readonly why: WhyOver };

const FIRST = 15_000;
const LONGEST = 60_000;
const GROWS = 1.5;

/** A check that will begin has begun by then. */
export const NONE_AFTER = 2 * 60_000;

/** One that is required comes from elsewhere, perhaps, and may take its time; while nothing else goes on it gets no longer than this. */
export const MISSING_AFTER = 10 * 60_000;

/** The job that waits has an hour. */
export const AT_MOST = 45 * 60_000;

/** What to do after a look at the checks of a commit. What is not known is never green. */
export function whatFollows({ state, head, missing }: Look, { sha, waited }: { sha: string; waited: Waited }): Then {
  if (head !== sha) return { is: 'over', why: 'moved' };
  if (state === 'red') return { is: 'red' };
  const isQuiet = state === 'green' || state === 'none';
  if (isQuiet && missing.length > 0) {
    if (waited.ms >= MISSING_AFTER) return { is: 'over', why: 'missing' };
  } else {
    // They come one after the other: what is green now may only be the first of them.
    if (state === 'green' && waited.wasGreen) return { is: 'green' };
    if (state === 'none' && waited.ms >= NONE_AFTER) return { is: 'over', why: 'none' };
  }
  if (waited.ms >= AT_MOST) return { is: 'over', why: 'late' };
  return { is: 'again', inMs: Math.min(LONGEST, FIRST * GROWS ** waited.looks), asks: state === 'waits' };
}
