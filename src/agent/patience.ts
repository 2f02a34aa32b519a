// How long the guard is asked in vain before a person is, and what that person has allowed.
import { answerTo, type Word } from '../core/word.js';

export interface Patience {
  /** Calls that were refused since the last one that ran. */
  refused: number;
  /** True once for each call that a person has approved: the next one of the same words is asked about again. */
  approves(id: string): boolean;
}

/** Patience for one run, with what was said to it. */
export function openPatience(words: () => readonly Word[]): Patience {
  const used = new Set<string>();
  return {
    refused: 0,
    approves(id) {
      if (used.has(id) || !answerTo(words(), id)?.startsWith('approved')) return false;
      used.add(id);
      return true;
    },
  };
}
