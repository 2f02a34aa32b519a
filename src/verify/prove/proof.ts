// Finds the tests that prove a change: tests that fail on the base's sources and pass with the change. Runs the change's test files on the base's
// sources for that. Used by the prover (index.ts), which the verify job uses too; `fix` uses the pure functions.
import type { BaseCommit, ChangedFile, CheckoutDifferences } from '../../ports/index.js';
import type { StepRecord, TestRecord, VerificationRecord } from '../records.js';
import { type FileRole, roleOf, TEST_ROLES } from '../tamper/role.js';
import type { Verifier } from '../verifier.js';
import { type FailedBy, failedBy } from './failed-by.js';
import { applyFile } from './reproduce.js';
import { codeBeforeWithTestsAfter, editsOwnTests } from './rust-tests.js';

/** A test that fails on the base's sources and passes with the change. */
interface ProvingTest {
  readonly id: string;
  readonly name: string;
  readonly file?: string | undefined;
  /** `load`: the tested code is new, so the test could not be loaded on the base. */
  readonly by: FailedBy;
}

/** The tests that prove a change. */
export interface Proof {
  /** The run on the base's sources; absent if the change contains no tests. */
  readonly run_id?: string | undefined;
  readonly tests: readonly ProvingTest[];
  /** Set if the change edits tests inside source files (Rust). It may then have changed the expectation of a fixed test. */
  readonly editsOwnTests?: true | undefined;
}

interface ProofContext {
  readonly verifier: Verifier;
  readonly baseCommit: BaseCommit;
  readonly base: string;
  readonly checkoutDifferences: CheckoutDifferences;
  /** Called before tests run on the base's sources, so not at all without such tests. */
  readonly onRun?: (() => void) | undefined;
}

interface ComparedRecords {
  /** The record of the changed tree. */
  readonly head: VerificationRecord;
  /** The record of the unchanged tree. */
  readonly baseline: Pick<VerificationRecord, 'steps'>;
}

/**
 * Runs the changed test files on the base's sources. If they prove nothing, also runs the tests in the change's source files there (Rust).
 */
export async function proofOf(context: ProofContext, { head, baseline }: ComparedRecords): Promise<Proof> {
  const { changed } = await context.baseCommit.changesSince(context.base, context.checkoutDifferences);
  const files = changed.filter((file) => TEST_ROLES.includes(roleIn(file)));
  const others = changed.filter((file) => !files.includes(file));
  const edits = others.some((file) => editsOwnTests(file.path, textOf(file.before), textOf(file.after)));
  const own = edits ? ({ editsOwnTests: true } as const) : {};
  const proof = files.length > 0 ? await proofBy(context, { head, baseline, files, mayLoad: true }) : { tests: [] };
  if (proof.tests.length > 0 || !edits) return { ...proof, ...own };
  const spliced = others.flatMap(withOwnTests);
  if (spliced.length === 0) return { ...proof, ...own };
  // Such tests use private items, which any change may rename. So a failure to compile proves nothing (`mayLoad: false`).
  return { ...(await proofBy(context, { head, baseline, files: [...files, ...spliced], mayLoad: false })), ...own };
}

interface ProofRun extends ComparedRecords {
  /** The files that replace those of the base. */
  readonly files: readonly ChangedFile[];
  /** Whether a test that the base did not report counts as failed, because its file could not be loaded. */
  readonly mayLoad: boolean;
}

async function proofBy(
  { verifier, baseCommit, base, onRun }: ProofContext,
  { head, baseline, files, mayLoad }: ProofRun,
): Promise<Proof> {
  const { tree, close } = await baseCommit.checkOut(base);
  try {
    for (const file of files) await applyFile(tree, file);
    const paths = files.map(({ path }) => path);
    onRun?.();
    const before = await verifier({ tree, ref: 'baseline', commit: base, dirty: true, only: stepsWith(head, paths) });
    const proving = provingTests({ before, head, files: mayLoad ? paths : null });
    return { run_id: before.run_id, tests: withoutUnrunTests(proving, baseline) };
  } finally {
    await close();
  }
}

const textOf = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('utf8');

/** The file with the base's code and the change's tests. */
function withOwnTests({ path, before, after }: ChangedFile): readonly ChangedFile[] {
  if (before === null || after === null) return [];
  const text = codeBeforeWithTestsAfter(path, textOf(before) ?? '', textOf(after) ?? '');
  return text === null ? [] : [{ path, before, after: Buffer.from(text) }];
}

const roleIn = ({ path, after }: ChangedFile): FileRole =>
  roleOf(path, after === null ? '' : Buffer.from(after).toString('utf8'));

/** The steps that ran tests of these files; all test steps if results contain no file names. */
function stepsWith({ steps }: VerificationRecord, files: readonly string[]) {
  const testing = steps.filter(({ tests = [] }) => tests.length > 0);
  const near = testing.filter(({ tests = [] }) => tests.some(({ file }) => file !== undefined && files.includes(file)));
  return (near.length > 0 ? near : testing).map(({ name, cwd }) => ({ step: name, cwd }));
}

interface ProofComparison {
  /** The run of the changed tests on the base's sources. */
  readonly before: Pick<VerificationRecord, 'steps'>;
  readonly head: Pick<VerificationRecord, 'steps'>;
  /** The test files of the change; null if only tests count that the base reported. */
  readonly files: readonly string[] | null;
}

/**
 * Tests that pass with the change and fail without it. A test that the base run did not report counts if that run failed and the test's
 * file belongs to the change or is unknown: then it could not be loaded. Pure.
 */
function provingTests({ before, head, files }: ProofComparison): readonly ProvingTest[] {
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

/**
 * The proving tests without those that the base reports too and that only did not run: `cargo test` ends at the first test program with a
 * failure, and a Go package that does not compile runs no test. If nothing else proves the change, they stay: then the change may
 * have edited them so that they cannot be loaded on the base's sources. Pure.
 */
export function withoutUnrunTests(
  proving: readonly ProvingTest[],
  baseline: Pick<VerificationRecord, 'steps'>,
): readonly ProvingTest[] {
  const known = new Set(baseline.steps.flatMap(({ tests = [] }) => tests.map(({ id }) => id)));
  const ran = proving.filter(({ id, by }) => by !== 'load' || !known.has(id));
  return ran.length > 0 ? ran : proving;
}

function failureBefore(
  known: TestRecord | undefined,
  { test, was, files }: { test: TestRecord; was: StepRecord; files: ProofComparison['files'] },
): FailedBy | undefined {
  if (known) return known.status === 'failed' ? failedBy(known.message ?? '') : undefined;
  if (was.status !== 'FAIL' || files === null) return undefined;
  const isOfChange = test.file === undefined ? true : files.includes(test.file);
  return isOfChange ? 'load' : undefined;
}

/** Roles of files, besides tests, that may contain what a test expects. */
const EXPECTATION_ROLES: readonly FileRole[] = ['expected-output', 'support', 'fixture', 'check-config'];

/**
 * The fixed tests whose expectations did not change: the change (`files`) contains neither their files nor support files, fixtures, expected output
 * or configuration of checks. A test that the change wrote or edited proves nothing by passing; `proofOf` runs such tests on the base instead.
 */
export function fixedByCode(
  fixed: readonly string[],
  files: readonly string[],
  proof?: Pick<Proof, 'editsOwnTests'>,
): readonly string[] {
  const roles = files.map((file) => roleOf(file, ''));
  if (proof?.editsOwnTests || roles.some((role) => EXPECTATION_ROLES.includes(role))) return [];
  const touched = new Set(files);
  const touchesTests = roles.includes('test');
  return fixed.filter((id) => {
    // An id begins with the file if the runner reports it. Without a file, any changed test file may be the one of this test.
    const [file = ''] = id.split(' › ');
    return /\.\w+$/.test(file) ? !touched.has(file) : !touchesTests;
  });
}

/** Whether the sources of a change contain the input and the expected result of a test. Such a test proves nothing. */
export const hasHardCodedResults = (tamper: readonly { readonly kind: string }[] = []): boolean =>
  tamper.some(({ kind }) => kind === 'special-case');
