// Verifies the change of a run: runs the pipeline, compares with the baseline, finds weakened tests, and finds tests that prove a fix. Each of
// these is a step of the run's journal, so a continued run repeats none. Used by `fix` and its rules, `build`, the verify job
// (src/action/verify.ts) and ../build-artifact.ts.

import { UserError } from '../../ports/errors.js';
import type { BaseCommit, CheckoutDifferences, Workspace } from '../../ports/index.js';
import type { WorkRun } from '../../ports/run.js';
import { installationLines, SETUP_ACTION } from '../../text/tool-lines.js';
import type { Comparison, StepRecord, VerificationRecord } from '../records.js';
import { withMoves } from '../tamper/change.js';
import { isTest, MOST_KNOWN } from '../tamper/context.js';
import { type ChangedFile, type Found, findTampering, type KnownTest } from '../tamper/index.js';
import type { Verifier } from '../verifier.js';
import { comparerOf } from './compare-with.js';
import { type Proof, proofOf } from './proof.js';
import { type NamedTest, type Reproduction, reproduce } from './reproduce.js';

export { type Proof, proofOf } from './proof.js';
export type { NamedTest, Reproduced, Reproduction } from './reproduce.js';
export { findTest } from './reproduce.js';

/** Verifies the change of one run. */
export interface Prover {
  /** The pipeline on the unchanged tree. Without a pipeline the record has no steps. */
  baseline(): Promise<VerificationRecord>;
  /** The pipeline on the current change, compared with the baseline. `loop` is the number of the verification. */
  verify(loop: number): Promise<{ readonly record: VerificationRecord; readonly comparison: Comparison }>;
  /** The findings of the tamper check. `name` is unique in the run. */
  tampering(name: string): Promise<readonly Found[]>;
  /**
   * Tests of the change that fail on the base's sources and pass with the change. `name` is unique in the run. `onRun` is called before the
   * tests run, so not at all if the change has no tests.
   */
  proof(name: string, head: VerificationRecord, onRun?: () => void): Promise<Proof>;
  /** Runs these tests of the change on the base commit. */
  reproduce(name: string, tests: readonly NamedTest[], head?: VerificationRecord): Promise<Reproduction>;
}

/** The run whose change is verified. */
export interface ProverOptions {
  readonly run: Pick<WorkRun, 'step'>;
  readonly verifier: Verifier;
  readonly tree: Workspace;
  readonly baseCommit: BaseCommit;
  readonly base: string;
  readonly checkoutDifferences: CheckoutDifferences;
  /** `verify.reruns` of the configuration. */
  readonly reruns: number;
  /** Restores the tree of the run. Called before the tree is used. */
  readonly ready: () => Promise<void>;
}

/** Creates a prover for one tree and its base commit. */
export function proverOf(options: ProverOptions): Prover {
  const { run, verifier, tree, base, ready } = options;
  const on = { tree, commit: base };
  const onReadyTree = async <T>(work: () => Promise<T>): Promise<T> => {
    await ready();
    return work();
  };
  const baseline = () =>
    verifyOnce(run, 'verification baseline', () =>
      onReadyTree(() => verifier({ ...on, ref: 'baseline', dirty: false })),
    );
  const compared = comparerOf({ ...options, baseline });
  return {
    baseline,
    async verify(loop) {
      const ref = `loop-${loop}` as const;
      const record = await verifyOnce(run, `verification ${ref}`, () =>
        onReadyTree(() => verifier({ ...on, ref, dirty: true })),
      );
      const comparison = await run.step(`comparison ${ref}`, () => onReadyTree(() => compared(record)));
      return { record, comparison };
    },
    tampering: (name) => run.step(`tamper ${name}`, () => onReadyTree(() => tamperingOf(options))),
    proof: (name, head, onRun) =>
      run.step(`proof ${name}`, async () => {
        const record = await baseline();
        return onReadyTree(() => proofOf({ ...options, onRun }, { head, baseline: record }));
      }),
    reproduce: (name, tests, head) =>
      run.step(`reproduction ${name}`, () => onReadyTree(() => reproduce(options, { tests, head }))),
  };
}

/** A step could not run, so nothing is known about the tree. */
export class UnableToVerify extends UserError {
  readonly record: VerificationRecord;

  constructor(record: VerificationRecord) {
    const step = record.steps.find(({ status }) => status === 'INFRA_ERROR');
    const why = (step?.why ?? 'it did not start').replace(/\.$/, '');
    // A tool of the project's dependencies is missing if their installation failed.
    const failed = record.steps.find(({ preparing, status }) => preparing && status === 'FAIL');
    super({
      expected: 'this repository’s checks to run',
      found: failed
        ? `that \`${failed.command}\` failed; then "${step?.name}" could not run: ${why}`
        : `that "${step?.name}" could not run: ${why}`,
      remedy: failed ? CORRECT_THAT : remedyFor(step?.reason),
      ends: 'infra_error',
    });
    this.name = 'UnableToVerify';
    this.record = record;
  }
}

const CORRECT_THAT = 'Correct that, then continue the run.';

function remedyFor(reason: StepRecord['reason']): string {
  if (reason?.is !== 'no-tool') return CORRECT_THAT;
  const lines = ['```yaml', ...installationLines(reason.name), '```'].join('\n');
  return `Add these two lines to the steps of \`${SETUP_ACTION}\` on the default branch, then continue the run:\n\n${lines}`;
}

/**
 * Verifies once and stores the record in the journal. If a step could not run, throws `UnableToVerify`; a continued run then
 * verifies again. A record without steps is returned as it is.
 */
export async function verifyOnce(
  run: Pick<WorkRun, 'step'>,
  name: string,
  verify: () => Promise<VerificationRecord>,
): Promise<VerificationRecord> {
  for (let again = 0; ; again += 1) {
    let isNew = false;
    const record = await run.step(again === 0 ? name : `${name} again ${again}`, () => {
      isNew = true;
      return verify();
    });
    if (record.status !== 'INFRA_ERROR' || record.steps.length === 0) return record;
    if (isNew) throw new UnableToVerify(record);
  }
}

/** The findings of the tamper check for the current change of the tree. */
async function tamperingOf({ tree, baseCommit, base, checkoutDifferences }: ProverOptions): Promise<readonly Found[]> {
  const { changed } = await baseCommit.changesSince(base, checkoutDifferences);
  return tamperingIn({ tree, changed });
}

interface ChangedTree {
  readonly tree: Workspace;
  readonly changed: Awaited<ReturnType<BaseCommit['changesSince']>>['changed'];
}

/** The findings of the tamper check for the change of a tree. */
export async function tamperingIn({ tree, changed }: ChangedTree): Promise<readonly Found[]> {
  const changes = changed.map(({ path, before, after }): ChangedFile => {
    return { path, before: textOf(before), after: textOf(after) };
  });
  return findTampering(withMoves(changes), await knownTests(tree, new Set(changed.map(({ path }) => path))));
}

async function knownTests(tree: Workspace, changed: ReadonlySet<string>): Promise<readonly KnownTest[]> {
  const files = (await tree.files({})).filter((file) => !changed.has(file) && isTest(file));
  const tests: KnownTest[] = [];
  for (const path of files.slice(0, MOST_KNOWN.tests)) {
    const text = textOf(await tree.read(path, { from: 0, to: MOST_KNOWN.bytes }).catch(() => null));
    if (text !== null) tests.push({ path, text });
  }
  return tests;
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null || bytes.includes(0) ? null : Buffer.from(bytes).toString('utf8');
}
