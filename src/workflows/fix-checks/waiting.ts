// Waiting for the repository's own checks: what follows from a look at them. Pure.
import type { CiRead } from '../../ports.js';

/** What stands there now. */
export interface Look {
  readonly state: CiRead['state'];
  /** Where the branch ends; null where it is gone. */
  readonly head: string | null;
}

/** How far the waiting is. */
export interface Waited {
  readonly ms: number;
  readonly looks: number;
  /** The look before this one saw them green. */
  readonly wasGreen: boolean;
}

export type Then =
  | { readonly is: 'again'; readonly inMs: number; readonly asks: boolean }
  | { readonly is: 'green' | 'red' }
  /** Nothing more is to be said of them: somebody else's commit came, none ever began, or it took too long. */
  | { readonly is: 'over'; readonly why: 'moved' | 'none' | 'late' };

const FIRST = 15_000;
const LONGEST = 60_000;
const GROWS = 1.5;

/** A check that will begin has begun by then. */
const NONE_AFTER = 2 * 60_000;

/** The job that waits has an hour. */
export const AT_MOST = 45 * 60_000;

/** What to do after a look at the checks of a commit. What is not known is never green. */
export function whatFollows({ state, head }: Look, { sha, waited }: { sha: string; waited: Waited }): Then {
  if (head !== sha) return { is: 'over', why: 'moved' };
  if (state === 'red') return { is: 'red' };
  // They come one after the other: what is green now may only be the first of them.
  if (state === 'green' && waited.wasGreen) return { is: 'green' };
  if (state === 'none' && waited.ms >= NONE_AFTER) return { is: 'over', why: 'none' };
  if (waited.ms >= AT_MOST) return { is: 'over', why: 'late' };
  return { is: 'again', inMs: Math.min(LONGEST, FIRST * GROWS ** waited.looks), asks: state === 'waits' };
}
