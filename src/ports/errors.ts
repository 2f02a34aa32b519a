// The errors that crew throws on purpose, and what each means for a run.

import type { Outcome, OutcomeName } from './run.js';

/** The parts of an error message: "Expected …; found …. Remedy." */
export interface ErrorParts {
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
}

/** An error that the requester can correct. It is reported where they asked. Every other thrown error is an internal error. */
export class UserError extends Error {
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
  /** How the run ends. With `usage` no run begins (exit code 2). */
  readonly ends: OutcomeName | 'usage';
  /** What a terminal shows instead of the three parts, in the reader's language. `--json` has the parts. */
  readonly sentence: string | undefined;

  constructor(
    parts: ErrorParts & { ends?: OutcomeName | 'usage'; sentence?: string | undefined },
    options?: ErrorOptions,
  ) {
    super(parts.sentence ?? `Expected ${parts.expected}; found ${parts.found}. ${parts.remedy}`, options);
    this.name = 'UserError';
    this.expected = parts.expected;
    this.found = parts.found;
    this.remedy = parts.remedy;
    this.ends = parts.ends ?? 'usage';
    this.sentence = parts.sentence;
  }
}

/**
 * Changes a UserError that ends `refused` so that it ends `infra_error`. For a continued run that cannot start now (locked tree, missing
 * sandbox), so that it can be continued later. Other errors are returned unchanged.
 */
export const toContinuable = (error: unknown): unknown =>
  error instanceof UserError && error.ends === 'refused'
    ? new UserError({ ...error, ends: 'infra_error' }, { cause: error })
    : error;

/** Thrown if another writer changed the same log or ref first. Nothing was written; the caller reads again. */
export class Conflict extends Error {
  constructor(what: string) {
    super(`${what} was changed by somebody else in between`);
    this.name = 'Conflict';
  }
}

/** Thrown for a write without a response. It may have succeeded, so the caller must read before it repeats the write. */
export class UnansweredWrite extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`no answer to ${what}; it may have happened`, options);
    this.name = 'Unanswered';
  }
}

/** Thrown to end the work with an outcome: waiting for a person, cancelled, or unable to continue. The step that throws it is not recorded. */
export class EndWork extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.says ?? outcome.name);
    this.name = 'EndWork';
    this.outcome = outcome;
  }
}
