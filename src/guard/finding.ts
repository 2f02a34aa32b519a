import type { Phase } from '../gate.js';

/** One reason against a call. Without any, the call is allowed. */
export interface Finding {
  readonly verdict: 'ask' | 'deny';
  readonly phase: Phase;
  /** What it is about. A rule with a star covers the finding only when it names this word itself. */
  readonly word: string;
  /** A clause, for a person; the advice on how to allow it is added where it is answered. */
  readonly why: string;
}

/** A reason to ask. */
export function ask(phase: Phase, word: string, why: string): Finding {
  return { verdict: 'ask', phase, word, why };
}

/** A reason that no rule and no person lifts. */
export function deny(phase: Phase, word: string, why: string): Finding {
  return { verdict: 'deny', phase, word, why };
}
