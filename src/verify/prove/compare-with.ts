// Compares the record of a change with the baseline of its run. Used by the prover (index.ts).
import type { BaseCommit, Workspace } from '../../ports/index.js';
import { type RerunRequest, verifyAgainst } from '../compare/index.js';
import type { Comparison, VerificationRecord } from '../records.js';
import { type Verifier, withoutPreparation } from '../verifier.js';

/** The run whose records are compared. */
interface ComparisonContext {
  readonly verifier: Verifier;
  readonly tree: Workspace;
  readonly baseCommit: BaseCommit;
  readonly base: string;
  readonly reruns: number;
  readonly baseline: () => Promise<VerificationRecord>;
}

/** Returns a function that compares a record with the baseline. Differences are run again on both sides, so that a flaky test does not count as a change. */
export function comparerOf(context: ComparisonContext): (head: VerificationRecord) => Promise<Comparison> {
  const { verifier, tree, base, reruns } = context;
  const again = baseReruns(context);
  return async (head) => {
    const baseline = await context.baseline();
    let round = 0;
    const { comparison } = await verifyAgainst({
      // If everything passed, no failure can be flaky, so nothing is run again.
      ...{ base, head: tree.root, reruns: head.status === 'PASS' ? 0 : reruns, isParallel: false },
      verify: async ({ side, only }) => {
        if (!only) return withoutPreparation(side === 'base' ? baseline : head);
        if (side === 'head') return verifier({ tree, ref: head.ref, commit: base, dirty: true, only });
        round += 1;
        return again(only, round);
      },
    });
    return comparison;
  };
}

/**
 * Reruns steps on the base commit. Results are cached for each round and selection of steps, because the base commit does not change
 * between attempts.
 */
function baseReruns({ baseCommit, base, verifier, baseline }: ComparisonContext) {
  const known = new Map<string, VerificationRecord>();
  return async (only: readonly RerunRequest[], round: number): Promise<VerificationRecord> => {
    const key = JSON.stringify([round, only.map(({ step, cwd }) => [step, cwd])]);
    const record = known.get(key) ?? (await rerunOnBase({ baseCommit, base, verifier, only })) ?? (await baseline());
    known.set(key, record);
    return record;
  };
}

interface BaseRerun extends Pick<ComparisonContext, 'baseCommit' | 'base' | 'verifier'> {
  readonly only: readonly RerunRequest[];
}

/** Runs steps in a separate tree of the base commit. Null if a preparation step failed there, because the test results would mean nothing. */
async function rerunOnBase({ baseCommit, base, verifier, only }: BaseRerun): Promise<VerificationRecord | null> {
  const { tree, close } = await baseCommit.checkOut(base);
  try {
    const record = await verifier({ tree, ref: 'baseline', commit: base, dirty: false, only });
    const wanted = new Set(only.map(({ step, cwd }) => `${cwd}\0${step}`));
    const isWanted = ({ name, cwd }: { name: string; cwd: string }) => wanted.has(`${cwd}\0${name}`);
    const isPrepared = record.steps.every((step) => isWanted(step) || step.status === 'PASS');
    return isPrepared ? { ...record, steps: record.steps.filter(isWanted) } : null;
  } finally {
    await close();
  }
}
