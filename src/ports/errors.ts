// The errors that crew throws on purpose, and what each means for a run. Used in every folder.

import type { Outcome, OutcomeName } from './run.js';

/** The parts of an error message: "crew needs …, but found …. Remedy." */
export interface ErrorParts {
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
}

/** An error that the requester can correct. crew reports it at the place of the request: the issue, or the terminal. */
export class UserError extends Error {
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
  /** How the run ends. With `usage` no run begins (exit code 2). */
  readonly ends: OutcomeName | 'usage';
  /** The message at the terminal, in the reader's language, instead of the three parts. The output of `--json` has the parts. */
  readonly sentence: string | undefined;

  constructor(
    parts: ErrorParts & { ends?: OutcomeName | 'usage'; sentence?: string | undefined },
    options?: ErrorOptions,
  ) {
    super(parts.sentence ?? `crew needs ${parts.expected}, but found ${parts.found}. ${parts.remedy}`, options);
    this.name = 'UserError';
    this.expected = parts.expected;
    this.found = parts.found;
    this.remedy = parts.remedy;
    this.ends = parts.ends ?? 'usage';
    this.sentence = parts.sentence;
  }
}

/**
 * Turns an error that ends a run `refused` into one that ends it `infra_error`, because a refused run cannot be continued. For a continued run
 * that cannot start now, such as on a locked tree. Other errors are returned unchanged.
 */
export const toContinuable = (error: unknown): unknown =>
  error instanceof UserError && error.ends === 'refused'
    ? new UserError({ ...error, ends: 'infra_error' }, { cause: error })
    : error;

/** Thrown if another writer changed the same file or ref first. Nothing was written; the caller reads again. */
export class Conflict extends Error {
  constructor(what: string) {
    super(`${what} was changed by somebody else in between`);
    this.name = 'Conflict';
  }
}

/** Thrown if GitHub did not respond to a write. The write may have succeeded, so the caller must read before it writes again. */
export class UnansweredWrite extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`no answer to ${what}; it may have happened`, options);
    this.name = 'Unanswered';
  }
}

/** Thrown in `work` to end the run with an outcome such as `awaiting` or `cancelled`. The step that throws it is not recorded. */
export class EndWork extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.says ?? outcome.name);
    this.name = 'EndWork';
    this.outcome = outcome;
  }
}
