// A change, proven: verified, compared with what was there before, looked at for what bends its judges, and where it mends
// something, that it was broken. Each of these is a step of the run, so that nothing is verified twice; whoever asks decides.

import type { BaseCommit, CheckoutDifferences, Workspace } from '../../ports/index.js';
import type { WorkRun } from '../../ports/run.js';
import type { Comparison, VerificationRecord } from '../records.js';
import type { Found } from '../tamper/index.js';
import type { Verifier } from '../verifier.js';
import { compareWith } from './compare-with.js';
import { type Proof, proofOf } from './proof.js';
import { type NamedTest, type Reproduction, reproduce } from './reproduce.js';
import { tamperingIn } from './tampering-in.js';
import { verifyOnce } from './verify-once.js';

export { findTest } from './find-test.js';
export { type Proof, proofOf } from './proof.js';
export type { NamedTest, Reproduced, Reproduction } from './reproduce.js';
export { Unproven } from './verify-once.js';

export interface Prover {
  /** The pipeline on the tree as it was before the first change; a tree without one has a record without steps. */
  baseline(): Promise<VerificationRecord>;
  /** The change as it stands now, in the loop of this number. */
  verify(loop: number): Promise<{ readonly record: VerificationRecord; readonly comparison: Comparison }>;
  /** What the change does to its own judges. `name` is unique in the run. */
  tampering(name: string): Promise<readonly Found[]>;
  /** Tests of the change that fail on the sources before it and pass with it; crew finds them itself. `name` is unique in the run. */
  proof(name: string, head: VerificationRecord): Promise<Proof>;
  /** The tests of this change on the commit below it. */
  reproduce(name: string, tests: readonly NamedTest[], head?: VerificationRecord): Promise<Reproduction>;
}

export interface ProverOf {
  readonly run: Pick<WorkRun, 'step'>;
  readonly verifier: Verifier;
  readonly tree: Workspace;
  readonly below: BaseCommit;
  readonly base: string;
  readonly apart: CheckoutDifferences;
  /** `verify.reruns` of the configuration. */
  readonly reruns: number;
  /** The tree is as the run left it, here and now: asked before it is verified. */
  readonly ready: () => Promise<void>;
}

/** Proves changes of one tree on one commit. */
export function proverOf(of: ProverOf): Prover {
  const { run, verifier, tree, base, ready } = of;
  const on = { tree, commit: base };
  const live = async <T>(work: () => Promise<T>): Promise<T> => {
    await ready();
    return work();
  };
  const baseline = () =>
    verifyOnce(run, 'verification baseline', () => live(() => verifier({ ...on, ref: 'baseline', dirty: false })));
  const compared = compareWith({ ...of, baseline });
  return {
    baseline,
    async verify(loop) {
      const ref = `loop-${loop}` as const;
      const record = await verifyOnce(run, `verification ${ref}`, () =>
        live(() => verifier({ ...on, ref, dirty: true })),
      );
      const comparison = await run.step(`comparison ${ref}`, () => live(() => compared(record)));
      return { record, comparison };
    },
    tampering: (name) => run.step(`tamper ${name}`, () => live(() => tamperingIn(of))),
    proof: (name, head) => run.step(`proof ${name}`, () => live(() => proofOf(of, head))),
    reproduce: (name, tests, head) =>
      run.step(`reproduction ${name}`, () => live(() => reproduce(of, { tests, head }))),
  };
}
