// One error for all workflows that end their work early.
import type { Outcome } from '../ports/run.js';

/** Thrown to end the work with an outcome: waiting for a person, cancelled, or unable to continue. The step that throws it is not recorded. */
export class EndWork extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.says ?? outcome.name);
    this.name = 'EndWork';
    this.outcome = outcome;
  }
}
