// What a journal says about its run, in a line. Pure.
import { beginOf, endOf, type Journal, type Spent } from './journal.js';
import { outcomes } from './outcome.js';
import { AWAITED_IN_VAIN, type Awaits } from './word.js';

export interface RunSummary {
  readonly run: string;
  readonly workflow: string;
  readonly status: string;
  readonly startedAt: string;
  readonly repo: string | undefined;
  readonly issue: number | undefined;
  readonly awaits?: Awaits | undefined;
}

/** ISO time without what nobody reads. */
export const iso = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

/** How a run stands. An end that somebody said something after is none any more; who is awaited in vain is cancelled. */
export function statusOf(journal: Journal, now: number): string {
  const end = endOf(journal);
  if (!end) return 'running';
  const { status } = outcomes[end.outcome];
  return status === 'awaiting' && now - end.at > AWAITED_IN_VAIN ? 'cancelled' : status;
}

/** What it waits for, if it does. */
export function awaitsOf(journal: Journal, now: number): Awaits | undefined {
  return statusOf(journal, now) === 'awaiting' ? endOf(journal)?.awaits : undefined;
}

const FREE: Spent = { usd: 0, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } };

/** What it has cost, lost attempts included. */
export function spentOf({ entries }: Pick<Journal, 'entries'>): Spent {
  const all = entries.flatMap((entry) => (entry.kind === 'step' && entry.spent ? [entry.spent] : []));
  return all.reduce(
    ({ usd, tokens }, one) => ({
      usd: usd + one.usd,
      tokens: {
        in: tokens.in + one.tokens.in,
        out: tokens.out + one.tokens.out,
        cacheRead: tokens.cacheRead + one.tokens.cacheRead,
        cacheWrite: tokens.cacheWrite + one.tokens.cacheWrite,
      },
    }),
    FREE,
  );
}

/** The run of a journal in a line, or null for a journal that holds nothing yet. */
export function summaryOf(journal: Journal, now: number): RunSummary | null {
  const begin = beginOf(journal);
  if (!begin) return null;
  const { run, workflow, repo, issue, at } = begin;
  const awaits = awaitsOf(journal, now);
  return {
    run,
    workflow,
    repo,
    issue,
    status: statusOf(journal, now),
    startedAt: iso(at),
    ...(awaits ? { awaits } : {}),
  };
}
