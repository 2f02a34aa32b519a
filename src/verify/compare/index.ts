// Base against head: both are verified, what differs is run again, and the records are compared.
import type { SideName } from '../../text/lang/verify/index.js';
import type { Comparison, VerificationRecord } from '../records.js';
import { type Again, differences } from './again.js';
import { compare } from './compare.js';
import { collided } from './together.js';

export type { Again } from './again.js';
export { compare } from './compare.js';
export { type Reason, say } from './reasons.js';
export { rerunsOf } from './reruns-of.js';
export { shownIn } from './shown-in.js';
export { mayRunTogether } from './together.js';

/** Runs the pipeline in a tree: all of it, or only what is named. */
export type Verify = (ask: {
  /** Absolute. */
  readonly tree: string;
  readonly side: SideName;
  readonly only?: readonly Again[] | undefined;
}) => Promise<VerificationRecord>;

export interface ToVerify {
  /** Two trees, absolute: neither changes while this runs. */
  readonly base: string;
  readonly head: string;
  readonly verify: Verify;
  /** How often what differs is run again, on each side. */
  readonly reruns: number;
  /** Side by side, where they cannot get into each other's way. */
  readonly together: boolean;
}

export interface Against {
  readonly comparison: Comparison;
  readonly base: VerificationRecord;
  readonly head: VerificationRecord;
  readonly again: { readonly base: readonly VerificationRecord[]; readonly head: readonly VerificationRecord[] };
}

/** Verifies two trees and says what changed from one to the other. */
export async function verifyAgainst({ base, head, verify, reruns, together }: ToVerify): Promise<Against> {
  const run = (side: SideName, only?: readonly Again[]) =>
    verify({ tree: side === 'base' ? base : head, side, ...(only ? { only } : {}) });
  const first = await runBoth(run, together);
  const again: Record<SideName, VerificationRecord[]> = { base: [], head: [] };
  for (let round = 0; round < reruns; round += 1) {
    const open = differences({ ...first, again });
    // One after the other: two suites on one machine can make each other late, and this is where that shows.
    for (const side of ['base', 'head'] as const)
      if (open[side].length > 0) again[side].push(await run(side, open[side]));
    if (open.head.length === 0) break;
  }
  return { comparison: compare({ ...first, again }), ...first, again };
}

type Run = (side: SideName) => Promise<VerificationRecord>;

/** What collided says nothing of the code: then both run again, each for itself. */
async function runBoth(run: Run, together: boolean): Promise<Record<SideName, VerificationRecord>> {
  if (together) {
    // Both settle before anything is thrown: a side that is still at work must not be left behind.
    const [base, head] = await Promise.allSettled([run('base'), run('head')]);
    if (base.status === 'rejected') throw base.reason;
    if (head.status === 'rejected') throw head.reason;
    if (!collided(base.value) && !collided(head.value)) return { base: base.value, head: head.value };
  }
  return { base: await run('base'), head: await run('head') };
}
