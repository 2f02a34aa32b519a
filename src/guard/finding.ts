// The objections of the guard, and how words of a call are shown in them. Used by all files of the guard.

import type { GuardPhase } from '../ports/sandbox.js';

/** One objection to a call. A call without findings is allowed. */
export interface Finding {
  readonly verdict: 'ask' | 'deny';
  readonly phase: GuardPhase;
  /** The word that the finding is about. An allow rule with a star lifts the finding only if the rule names this word literally. */
  readonly word: string;
  /** A clause for people. `adviceFor` in index.ts adds how the call could be allowed. */
  readonly why: string;
}

/** An objection that a person or a rule can overrule. `phase`: see docs/guard.md. */
export function ask(phase: GuardPhase, word: string, why: string): Finding {
  return { verdict: 'ask', phase, word, why };
}

/** An objection that no rule and no person can overrule. */
export function deny(phase: GuardPhase, word: string, why: string): Finding {
  return { verdict: 'deny', phase, word, why };
}

const MAX_SHOWN_CHARACTERS = 60;

/** A word for use in a sentence: in backticks, on one line, at most 60 characters. */
export function show(word: string): string {
  const visible = word
    .replace(/[^\x21-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, (char) => (char === ' ' ? ' ' : codeOf(char)))
    .replaceAll('`', "'");
  return `\`${visible.length > MAX_SHOWN_CHARACTERS ? `${visible.slice(0, MAX_SHOWN_CHARACTERS)}…` : visible}\``;
}

/** Names an invisible character by its code point. */
function codeOf(char: string): string {
  return `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
