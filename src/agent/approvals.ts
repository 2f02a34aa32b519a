// How long the guard is asked in vain before a person is, and what that person has allowed.
import type { Signal } from '../ports/run.js';
import { answerTo } from './signals.js';

/** What a call did to the patience, kept with its result: the next life of the run has no other memory of it. */
export interface Tried {
  /** Calls that were refused since the last one that ran, this one included. */
  readonly refused: number;
  /** A person was asked, by this question, about a call of these words. */
  readonly asked?: Asked | undefined;
  /** Approvals that it has used up. */
  readonly used?: readonly string[] | undefined;
}

export interface Asked {
  readonly about: string;
  readonly id: string;
}

export interface Patience {
  /** Calls that were refused since the last one that ran. */
  refused: number;
  /** A person is asked about a call of these words. */
  ask(asked: Asked): void;
  /** The approval by which a call of these words may run. Given once: the next one is asked about again. */
  approval(about: string): string | undefined;
  /** How much has been said to the run so far. */
  signalCount(): number;
  /** Remembers a call of an earlier life. */
  recall(tried: Tried | undefined): void;
}

/** Patience for one run, with what was said to it. */
export function openPatience(signals: readonly Signal[]): Patience {
  const questions: Asked[] = [];
  const used = new Set<string>();
  return {
    refused: 0,
    ask(asked) {
      questions.push(asked);
    },
    approval(about) {
      const approved = questions.find(
        (asked) => asked.about === about && !used.has(asked.id) && answerTo(signals, asked.id)?.startsWith('approved'),
      );
      if (approved) used.add(approved.id);
      return approved?.id;
    },
    signalCount: () => signals.length,
    recall(tried) {
      this.refused = tried?.refused ?? 0;
      if (tried?.asked) questions.push(tried.asked);
      for (const id of tried?.used ?? []) used.add(id);
    },
  };
}
