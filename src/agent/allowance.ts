// What a run may spend: by its own limit, by what was added to it, and by what is left of the day for whoever asked and for the repository.
import type { Config } from '../config/index.js';
import type { Run } from '../core/run.js';
import { addedUsd } from '../core/word.js';
import type { Clock, Store } from '../ports.js';
import { grant, settle } from './ledger.js';
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
  /** Dollars that people added while it waited. */
  readonly addedUsd: number;
  /** Writes down what was really spent; what was not needed is free for others. */
  settle(): Promise<void>;
}

/** Takes out what a run may spend. Asked again by the same run, with the same words said to it, it is the same. */
export async function allowanceOf(of: AllowanceOf): Promise<Allowance> {
  const { run, shared, clock, budget, user, repo } = of;
  const added = addedUsd(run.words());
  const asked = Math.min(of.usd, budget['run-usd'] ?? of.usd) + added;
  const limits = { userUsd: budget['user-usd-per-day'], repositoryUsd: budget['repository-usd-per-day'] };
  const day = await run.step('day', async () => new Date(clock.now()).toISOString().slice(0, 10));
  const entry = { day, run: run.id, user, repo };
  const { usd } = await run.step(`allowance ${asked}`, () =>
    grant(shared, { asked: { ...entry, usd: asked }, limits }),
  );
  const purse = openPurse(usd);
  return { purse, addedUsd: added, settle: () => settle(shared, { ...entry, usd: purse.spentUsd() }) };
}
