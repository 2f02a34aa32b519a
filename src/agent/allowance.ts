// What a run may spend: by its own limit, by what was added to it, and by what is left of the day for whoever asked and for the repository.
import type { Config } from '../config/index.js';
import type { Journal } from '../core/journal.js';
import type { Run } from '../core/run.js';
import { spentOf } from '../core/summary.js';
import { addedUsd, isCancelled, type Word } from '../core/word.js';
import type { Clock, Store } from '../ports.js';
import { type DayEnd, type DayLimits, grant, settle } from './ledger.js';
import { openPurse, type Purse } from './purse.js';

export interface AllowanceOf {
  readonly run: Run;
  readonly shared: Store;
  readonly clock: Clock;
  readonly budget: Config['budget'];
  readonly user: string;
  readonly repo: string;
  /** What this run would like to spend, where the configuration does not say less. */
  readonly usd: number;
}

export interface Allowance {
  readonly purse: Purse;
  /** Dollars that people have added so far. */
  readonly addedUsd: number;
  /** Writes down what was really spent; what was not needed is free for others, also while the run waits. */
  settle(): Promise<void>;
}

/** What a run was allowed at some moment. */
interface Allowed {
  readonly day: string;
  /** Spent on days before, which this day's ledger does not count. */
  readonly beforeUsd: number;
  /** What it may spend in all. */
  readonly usd: number;
  /** Whose day it was, where a day left less than was asked for. */
  readonly by?: DayEnd | undefined;
}

/**
 * Takes out what a run may spend, and takes out anew whenever something was said to it: what it did not need was free for others
 * while it waited, it may have waited until another day, and somebody may have added to it while it works.
 */
export async function allowanceOf(of: AllowanceOf): Promise<Allowance> {
  const { run, shared, user, repo } = of;
  let heard = run.words();
  let allowed = await allowedAfter(heard, of);
  const refill = async () => {
    const words = run.words();
    if (words.length === heard.length || isCancelled(words)) return;
    allowed = await allowedAfter(words, of);
    heard = words;
  };
  // Whoever works side by side waits for the same: a step happens once.
  let refilling = Promise.resolve();
  const purse = openPurse(() => allowed.usd, {
    dayOf: () => allowed.by,
    refill: () => {
      refilling = refilling.then(refill);
      return refilling;
    },
  });
  return {
    purse,
    get addedUsd() {
      return addedUsd(heard);
    },
    settle: async () => {
      const usd = Math.max(0, purse.spentUsd() - allowed.beforeUsd);
      if (!isLimited(of.budget)) return;
      await settle(shared, { day: allowed.day, run: run.id, user, repo, usd });
    },
  };
}

/** Asked again after the same words, it is the same: a step of the run, named by how much was said to it. */
async function allowedAfter(words: readonly Word[], of: AllowanceOf): Promise<Allowed> {
  const { run, shared, clock, budget, user, repo, usd } = of;
  const asked = Math.min(usd, budget['run-usd'] ?? usd) + addedUsd(words);
  const limits: DayLimits = { userUsd: budget['user-usd-per-day'], repositoryUsd: budget['repository-usd-per-day'] };
  return run.step(`allowance ${words.length}`, async () => {
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const beforeUsd = run.spentUsd(Date.parse(day));
    // Where no day has a limit, nobody has to be asked what is left of it.
    if (!isLimited(budget)) return { day, beforeUsd, usd: asked };
    const wanted = { day, run: run.id, user, repo, usd: Math.max(0, asked - beforeUsd) };
    const granted = await grant(shared, { asked: wanted, limits });
    return { day, beforeUsd, usd: beforeUsd + granted.usd, ...(granted.by ? { by: granted.by } : {}) };
  });
}

/** Whether a day has an end before the run has one. What is spent on days without a limit is in the runs, and in no ledger. */
const isLimited = (budget: Config['budget']): boolean =>
  budget['user-usd-per-day'] !== undefined || budget['repository-usd-per-day'] !== undefined;

/** Settles by what is written down of a run, where another job did the spending. */
export async function settleRecorded(
  journal: Journal,
  {
    run,
    shared,
    user,
    repo,
    budget,
  }: Pick<AllowanceOf, 'shared' | 'user' | 'repo' | 'budget'> & { readonly run: string },
): Promise<void> {
  if (!isLimited(budget)) return;
  const last = journal.entries.findLast((each) => each.kind === 'step' && each.name.startsWith('allowance '));
  if (last?.kind !== 'step') return;
  const { day, beforeUsd } = last.value as Allowed;
  await settle(shared, { day, run, user, repo, usd: Math.max(0, spentOf(journal).usd - beforeUsd) });
}
