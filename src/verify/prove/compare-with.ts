import type { BaseCommit, Workspace } from '../../ports/index.js';
import { type RerunRequest, verifyAgainst } from '../compare/index.js';
import type { Comparison, VerificationRecord } from '../records.js';
import type { Verifier } from '../verifier.js';

interface Around {
  readonly verifier: Verifier;
  readonly tree: Workspace;
  readonly below: BaseCommit;
  readonly base: string;
  readonly reruns: number;
  readonly baseline: () => Promise<VerificationRecord>;
}

/** Compares records of a tree with its baseline; what differs is run again on both sides, so that chance decides nothing. */
export function compareWith(of: Around): (head: VerificationRecord) => Promise<Comparison> {
  const { verifier, tree, base, reruns } = of;
  const again = baseAgain(of);
  return async (head) => {
    const baseline = await of.baseline();
    let round = 0;
    const { comparison } = await verifyAgainst({
      // Where all of it passes, nothing that chance could have broken is left to be asked about.
      ...{ base, head: tree.root, reruns: head.status === 'PASS' ? 0 : reruns, together: false },
      verify: async ({ side, only }) => {
        if (!only) return side === 'base' ? baseline : head;
        if (side === 'head') return verifier({ tree, ref: head.ref, commit: base, dirty: true, only });
        round += 1;
        return again(only, round);
      },
    });
    return comparison;
  };
}

/**
 * The commit below, run again. It does not change, so what it said of a step once it needs not say again: however many
 * attempts there are, its flaky tests are known from a few runs.
 */
function baseAgain({ below, base, verifier, baseline }: Around) {
  const known = new Map<string, VerificationRecord>();
  return async (only: readonly RerunRequest[], round: number): Promise<VerificationRecord> => {
    const key = JSON.stringify([round, only.map(({ step, cwd }) => [step, cwd])]);
    const record = known.get(key) ?? (await runAside({ below, base, verifier, only })) ?? (await baseline());
    known.set(key, record);
    return record;
  };
}

interface Aside extends Pick<Around, 'below' | 'base' | 'verifier'> {
  readonly only: readonly RerunRequest[];
}

/** Null where the commit could not be prepared as a tree of its own: then it says nothing about its tests. */
async function runAside({ below, base, verifier, only }: Aside): Promise<VerificationRecord | null> {
  const { tree, close } = await below.beside(base);
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
