import type { OutcomeName } from './run.js';

export interface ErrorParts {
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
}

/** The person's error: said where they asked, in one sentence of expected, found and remedy. Everything else thrown is ours. */
export class UserError extends Error {
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
  /** How the run ends. `usage` is no run at all (exit 2). */
  readonly ends: OutcomeName | 'usage';

  constructor(parts: ErrorParts & { ends?: OutcomeName | 'usage' }, options?: ErrorOptions) {
    super(`Expected ${parts.expected}; found ${parts.found}. ${parts.remedy}`, options);
    this.name = 'UserError';
    this.expected = parts.expected;
    this.found = parts.found;
    this.remedy = parts.remedy;
    this.ends = parts.ends ?? 'usage';
  }
}

/** Somebody wrote to the same log or ref first. Whoever gets it reads again; nothing was written. */
export class Conflict extends Error {
  constructor(what: string) {
    super(`${what} was changed by somebody else in between`);
    this.name = 'Conflict';
  }
}

/** A write whose reply never came: it may have happened. Only looking can tell, so it is never simply sent again. */
export class Unanswered extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`no answer to ${what}; it may have happened`, options);
    this.name = 'Unanswered';
  }
}
