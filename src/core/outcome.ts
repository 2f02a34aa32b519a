// The one table of how things end: run status, exit code, conclusion of a check (contract.md, "Outcomes").

import type { Awaits } from './word.js';

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
} as const;

export type OutcomeName = keyof typeof outcomes;
export type RunStatus = (typeof outcomes)[OutcomeName]['status'];

/** Wrong usage or configuration: no run at all, so it stands beside the table. */
export const USAGE_EXIT = 2;

/** How a run ended, and what there is to say about it. `says` is Markdown, ready to be shown. */
export interface Outcome {
  readonly name: OutcomeName;
  readonly says?: string | undefined;
  readonly result?: unknown;
  /** For what, when it is awaiting. */
  readonly awaits?: Awaits | undefined;
  /** Another run, that has heard something now and is to be gone on with. */
  readonly goesOn?: string | undefined;
  /** What a door shows besides, too large to be journaled. */
  readonly shows?: unknown;
}

/** As it is written down. */
export function withoutShows({ shows: _, ...outcome }: Outcome): Outcome {
  return outcome;
}

/** Somebody else is at it; there is nothing to say twice. */
export const elsewhere = (where: string): Outcome => ({ name: 'done', result: { elsewhere: where } });

/** Where it is being worked on, of an outcome that only says so. */
export function elsewhereOf({ result }: Pick<Outcome, 'result'>): string | undefined {
  const { elsewhere: where } = (typeof result === 'object' && result !== null ? result : {}) as { elsewhere?: unknown };
  return typeof where === 'string' ? where : undefined;
}

/** The exit code that stands for several outcomes: the first that is not 0, in the order in which they were asked for. */
export function exitOf(ended: readonly Outcome[]): number {
  return ended.map(({ name }) => outcomes[name].exit).find((exit) => exit !== 0) ?? 0;
}
