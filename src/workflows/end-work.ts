import type { Outcome } from '../ports/run.js';

/** Thrown to end the work of a run with an outcome: it waits for a person, was cancelled, or cannot go on. The step in which it is thrown is not recorded. */
export class EndWork extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.says ?? outcome.name);
    this.name = 'EndWork';
    this.outcome = outcome;
  }
}
