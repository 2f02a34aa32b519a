// Verifies base and head, runs again what differs, and compares the records.
import type { SideName } from '../../text/lang/verify/index.js';
import type { Comparison, VerificationRecord } from '../records.js';
import { compare } from './compare.js';
import { differences, type RerunRequest } from './differences.js';
import { collided } from './parallel-runs.js';

export { compare } from './compare.js';
export { shownIn } from './comparison-view.js';
export type { RerunRequest } from './differences.js';
export { mayRunTogether } from './parallel-runs.js';
export { type Reason, say } from './reasons.js';
export { rerunsOf } from './reruns-of.js';

/** Verifies a tree, completely or only the named steps and tests. */
export type Verify = (ask: {
  /** Absolute path. */
  readonly tree: string;
  readonly side: SideName;
  readonly only?: readonly RerunRequest[] | undefined;
}) => Promise<VerificationRecord>;

export interface ToVerify {
  /** Absolute paths of two trees that do not change meanwhile. */
  readonly base: string;
  readonly head: string;
  readonly verify: Verify;
  /** Maximum number of reruns on each side. */
  readonly reruns: number;
  /** Whether both sides run at the same time. */
  readonly together: boolean;
}

export interface Against {
  readonly comparison: Comparison;
  readonly base: VerificationRecord;
  readonly head: VerificationRecord;
  readonly again: { readonly base: readonly VerificationRecord[]; readonly head: readonly VerificationRecord[] };
}

/** Verifies two trees and compares them. */
export async function verifyAgainst({ base, head, verify, reruns, together }: ToVerify): Promise<Against> {
  const run = (side: SideName, only?: readonly RerunRequest[]) =>
    verify({ tree: side === 'base' ? base : head, side, ...(only ? { only } : {}) });
  const first = await runBoth(run, together);
  const again: Record<SideName, VerificationRecord[]> = { base: [], head: [] };
  for (let round = 0; round < reruns; round += 1) {
    const open = differences({ ...first, again });
    // Sequential, because two test suites on one machine can slow each other down and cause timeouts.
    for (const side of ['base', 'head'] as const)
      if (open[side].length > 0) again[side].push(await run(side, open[side]));
    if (open.head.length === 0) break;
  }
  return { comparison: compare({ ...first, again }), ...first, again };
}

type Run = (side: SideName) => Promise<VerificationRecord>;

/** If the sides collided (port, database), both are run again separately. */
async function runBoth(run: Run, together: boolean): Promise<Record<SideName, VerificationRecord>> {
  if (together) {
    // Waits for both, so that no side is left running when the other fails.
    const [base, head] = await Promise.allSettled([run('base'), run('head')]);
    if (base.status === 'rejected') throw base.reason;
    if (head.status === 'rejected') throw head.reason;
    if (!collided(base.value) && !collided(head.value)) return { base: base.value, head: head.value };
  }
  return { base: await run('base'), head: await run('head') };
}
