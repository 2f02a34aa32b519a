// Runs tests of a change on the base commit, with only the test files of the change, to see whether they fail without the rest of the change. Used
// by the prover (index.ts) and proof.ts.
import type { BaseCommit, ChangedFile, CheckoutDifferences, Workspace } from '../../ports/index.js';
import type { StepRecord, TestRecord, VerificationRecord } from '../records.js';
import { type FileRole, roleOf, TEST_ROLES } from '../tamper/role.js';
import type { Verifier } from '../verifier.js';
import { type FailedBy, failedBy } from './failed-by.js';

/** The result of one test on the base commit. `absent`: no runner reported it. */
export interface Reproduced extends NamedTest {
  readonly base: 'passed' | 'failed' | 'skipped' | 'absent';
  /** Why it failed: an assertion, another error, or a file that could not be loaded. Set if `base` is `failed`. */
  readonly by?: FailedBy | undefined;
  /** The failure message. */
  readonly message?: string | undefined;
}

/** The results of the tests on the base commit. */
export interface Reproduction {
  readonly run_id: string;
  readonly status: VerificationRecord['status'];
  readonly tests: readonly Reproduced[];
}

interface ReproductionContext {
  readonly verifier: Verifier;
  readonly baseCommit: BaseCommit;
  readonly base: string;
  readonly checkoutDifferences: CheckoutDifferences;
}

/**
 * Runs the steps of these tests on the base commit plus the change's test files; all steps if there is no record of head. If no test was
 * reported, runs again with the change's manifests, lock files and test configuration, which may be needed to run them.
 */
export async function reproduce(context: ReproductionContext, request: ReproductionRequest): Promise<Reproduction> {
  const { changed } = await context.baseCommit.changesSince(context.base, context.checkoutDifferences);
  const files = (roles: readonly FileRole[]) =>
    changed.filter((file) => isWanted(file, { roles, tests: request.tests }));
  const first = await runOnBase(context, { ...request, files: files(TEST_ROLES) });
  const isUnknown = first.tests.every(({ base }) => base === 'absent');
  const more = isUnknown ? files([...TEST_ROLES, ...RUNNING_ROLES]) : [];
  return more.length > files(TEST_ROLES).length ? runOnBase(context, { ...request, files: more }) : first;
}

interface ReproductionRequest {
  readonly tests: readonly NamedTest[];
  readonly head?: VerificationRecord | undefined;
}

/** Files that tests may need in order to run. */
const RUNNING_ROLES: readonly FileRole[] = ['manifest', 'lock', 'check-config'];

function isWanted(
  { path, after }: ChangedFile,
  { roles, tests }: { readonly roles: readonly FileRole[]; readonly tests: readonly NamedTest[] },
): boolean {
  const text = after === null ? '' : Buffer.from(after).toString('utf8');
  return tests.some(({ file }) => file === path) || roles.includes(roleOf(path, text));
}

async function runOnBase(
  { verifier, baseCommit, base }: ReproductionContext,
  { tests, head, files }: ReproductionRequest & { readonly files: readonly ChangedFile[] },
): Promise<Reproduction> {
  const { tree, close } = await baseCommit.checkOut(base);
  try {
    for (const file of files) await applyFile(tree, file);
    // An empty list (no step of head ran these tests) runs only the preparation steps.
    const only =
      head && tests.flatMap((test) => findTest(head, test).map(({ step }) => ({ step: step.name, cwd: step.cwd })));
    const record = await verifier({ tree, ref: 'baseline', commit: base, dirty: true, only });
    return { run_id: record.run_id, status: record.status, tests: tests.map((test) => resultOf(record, test)) };
  } finally {
    await close();
  }
}

/** Applies one file of a change to a tree: writes it, or removes it. */
export const applyFile = (tree: Workspace, { path, after }: ChangedFile): Promise<void> =>
  after === null ? tree.remove(path) : tree.write(path, after);

const MAX_MESSAGE = 2000;

function resultOf(record: VerificationRecord, named: NamedTest): Reproduced {
  const found = findTest(record, named).map(({ test }) => test);
  const failed = found.find(({ status }) => status === 'failed');
  if (!failed) return { ...named, base: found[0]?.status ?? 'absent' };
  const message = failed.message ?? '';
  return { ...named, base: 'failed', by: failedBy(message), message: message.slice(0, MAX_MESSAGE) };
}

/** A test as people and agents name it. */
export interface NamedTest {
  readonly file: string;
  readonly test: string;
}

interface FoundTest {
  readonly step: Pick<StepRecord, 'name' | 'cwd'>;
  readonly test: TestRecord;
}

/** The tests of a record with this name: those of the named file, else those whose file is not known. Pure. */
export function findTest({ steps }: VerificationRecord, { file, test: wanted }: NamedTest): readonly FoundTest[] {
  const all = steps.flatMap((step) =>
    (step.tests ?? []).map((test) => ({ step: { name: step.name, cwd: step.cwd }, test })),
  );
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const name = plain(wanted);
  const named = all.filter(({ test }) =>
    [test.name, test.id].some((each) => plain(each) === name || endsIn(plain(each), name)),
  );
  const near = named.filter(({ step, test }) => isIn(file, { step, test }));
  return near.length > 0 ? near : named.filter(({ test }) => test.file === undefined);
}

/** People often name a test without its suites, so the end of an id matches too. */
const endsIn = (id: string, name: string): boolean => name !== '' && / [›>] |::|\//.test(id) && id.endsWith(name);

function isIn(file: string, { step, test }: FoundTest): boolean {
  const below = step.cwd === '.' ? file : file.replace(`${step.cwd}/`, '');
  return [test.file, test.id].some((each) => each !== undefined && (each.includes(file) || each.includes(below)));
}
