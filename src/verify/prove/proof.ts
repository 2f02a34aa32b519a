// Finds the tests that prove a change: runs the change's test files on the base's sources, and returns the tests that fail there and pass
// with the change.
import type { BaseCommit, ChangedFile, CheckoutDifferences } from '../../ports/index.js';
import type { StepRecord, TestRecord, VerificationRecord } from '../records.js';
import { type Role, roleOf } from '../tamper/role.js';
import type { Verifier } from '../verifier.js';
import { type FailedBy, failedBy } from './failed-by.js';
import { put } from './reproduce.js';

/** A test that fails on the base's sources and passes with the change. */
interface ProvingTest {
  readonly id: string;
  readonly name: string;
  readonly file?: string | undefined;
  /** `load`: the tested code is new, so the test could not be loaded on the base. */
  readonly by: FailedBy;
}

export interface Proof {
  /** The run on the base's sources; absent if the change contains no tests. */
  readonly run_id?: string | undefined;
  readonly tests: readonly ProvingTest[];
}

interface ProofOf {
  readonly verifier: Verifier;
  readonly baseCommit: BaseCommit;
  readonly base: string;
  readonly checkoutDifferences: CheckoutDifferences;
}

const OF_TESTS: readonly Role[] = ['test', 'support', 'record', 'fixture'];

/** Runs the changed test files on the base's sources. `head` is the record of the changed tree. */
export async function proofOf(
  { verifier, baseCommit, base, checkoutDifferences }: ProofOf,
  head: VerificationRecord,
): Promise<Proof> {
  const { changed } = await baseCommit.changesSince(base, checkoutDifferences);
  const tests = changed.filter((file) => OF_TESTS.includes(roleIn(file)));
  if (tests.length === 0) return { tests: [] };
  const { tree, close } = await baseCommit.checkOut(base);
  try {
    for (const file of tests) await put(tree, file);
    const only = stepsWith(
      head,
      tests.map(({ path }) => path),
    );
    const before = await verifier({ tree, ref: 'baseline', commit: base, dirty: true, only });
    return { run_id: before.run_id, tests: provingTests({ before, head, files: tests.map(({ path }) => path) }) };
  } finally {
    await close();
  }
}

const roleIn = ({ path, after }: ChangedFile): Role =>
  roleOf(path, after === null ? '' : Buffer.from(after).toString('utf8'));

/** The steps that ran tests of these files; all test steps if results contain no file names. */
function stepsWith({ steps }: VerificationRecord, files: readonly string[]) {
  const testing = steps.filter(({ tests = [] }) => tests.length > 0);
  const near = testing.filter(({ tests = [] }) => tests.some(({ file }) => file !== undefined && files.includes(file)));
  return (near.length > 0 ? near : testing).map(({ name, cwd }) => ({ step: name, cwd }));
}

interface Compared {
  /** The run of the changed tests on the base's sources. */
  readonly before: Pick<VerificationRecord, 'steps'>;
  readonly head: Pick<VerificationRecord, 'steps'>;
  /** The test files of the change. */
  readonly files: readonly string[];
}

/**
 * Tests that pass with the change and fail without it. A test that the base run did not report counts if that run failed and the test's
 * file belongs to the change or is unknown: then it could not be loaded. Pure.
 */
function provingTests({ before, head, files }: Compared): readonly ProvingTest[] {
  return head.steps.flatMap((step) => {
    const was = before.steps.find(({ name, cwd }) => name === step.name && cwd === step.cwd);
    if (!was || was.status === 'INFRA_ERROR') return [];
    const known = new Map((was.tests ?? []).map((test) => [test.id, test]));
    return (step.tests ?? []).flatMap((test): readonly ProvingTest[] => {
      if (test.status !== 'passed') return [];
      const by = failureBefore(known.get(test.id), { test, was, files });
      return by ? [{ id: test.id, name: test.name, ...(test.file ? { file: test.file } : {}), by }] : [];
    });
  });
}

function failureBefore(
  known: TestRecord | undefined,
  { test, was, files }: { test: TestRecord; was: StepRecord; files: readonly string[] },
): FailedBy | undefined {
  if (known) return known.status === 'failed' ? failedBy(known.message ?? '') : undefined;
  if (was.status !== 'FAIL') return undefined;
  const isOfChange = test.file === undefined ? true : files.includes(test.file);
  return isOfChange ? 'load' : undefined;
}

/** Files besides the test itself that may change what a test expects. */
const EXPECTS: readonly Role[] = ['record', 'support', 'fixture', 'judge'];

/**
 * The fixed tests whose expectations did not change: neither their files nor support files, fixtures, records or configuration. A test that
 * the change wrote or edited proves nothing by passing; `proofOf` runs such tests on the base instead. `files` are the changed files.
 */
export function fixedByCode(fixed: readonly string[], files: readonly string[]): readonly string[] {
  const roles = files.map((file) => roleOf(file, ''));
  if (roles.some((role) => EXPECTS.includes(role))) return [];
  const touched = new Set(files);
  const touchesTests = roles.includes('test');
  return fixed.filter((id) => {
    const [file = ''] = id.split(' › ');
    return /\.\w+$/.test(file) ? !touched.has(file) : !touchesTests;
  });
}
