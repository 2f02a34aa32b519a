// The table of outcomes: status, exit code and check conclusion of each. Used in this folder, by the entry points (action, app, cli),
// src/services/process.ts, and the workflows `check`, `fix` and `review`.

import type { Outcome, OutcomeName } from '../ports/run.js';

export const outcomes = {
  done: { status: 'succeeded', exit: 0, conclusion: 'success' },
  planned: { status: 'succeeded', exit: 0, conclusion: 'neutral' },
  awaiting: { status: 'awaiting', exit: 0, conclusion: 'neutral' },
  partial: { status: 'partial', exit: 3, conclusion: 'neutral' },
  stuck: { status: 'stuck', exit: 3, conclusion: 'failure' },
  failed: { status: 'failed', exit: 3, conclusion: 'failure' },
  escalated: { status: 'escalated', exit: 3, conclusion: 'failure' },
  refused: { status: 'refused', exit: 4, conclusion: 'neutral' },
  cancelled: { status: 'cancelled', exit: 130, conclusion: 'cancelled' },
  infra_error: { status: 'infra_error', exit: 1, conclusion: 'neutral' },
  error: { status: 'error', exit: 1, conclusion: 'neutral' },
} as const satisfies Record<OutcomeName, { status: string; exit: number; conclusion: string }>;

/** Wrong usage or configuration: there is no run, so it has no row in the table. */
export const USAGE_EXIT = 2;

/** The exit code of several outcomes: the first that is not 0, in the order of the commands. */
export function exitOf(ended: readonly Pick<Outcome, 'name'>[]): number {
  return ended.map(({ name }) => outcomes[name].exit).find((exit) => exit !== 0) ?? 0;
}
