// Whether tests of a change say something about it: they run on the commit below it, with nothing of the change but the tests.
import type { BaseCommit, ChangedFile, CheckoutDifferences, Workspace } from '../../ports/index.js';
import type { VerificationRecord } from '../records.js';
import { type Role, roleOf } from '../tamper/role.js';
import type { Verifier } from '../verifier.js';
import { type FailedBy, failedBy } from './failed-by.js';
import { findTest, type NamedTest } from './find-test.js';

export type { NamedTest } from './find-test.js';

/** One test on the commit below. `absent`: its file is there and it did not run, or no runner told of it. */
export interface Reproduced extends NamedTest {
  readonly base: 'passed' | 'failed' | 'skipped' | 'absent';
  readonly by?: FailedBy | undefined;
  /** What was said of the failure. */
  readonly message?: string | undefined;
}

export interface Reproduction {
  readonly run_id: string;
  readonly status: VerificationRecord['status'];
  readonly tests: readonly Reproduced[];
}

interface Around {
  readonly verifier: Verifier;
  readonly below: BaseCommit;
  readonly base: string;
  readonly apart: CheckoutDifferences;
}

/**
 * Runs the steps of these tests on the commit below, with the test files of the change put there; all steps where no head tells
 * which. Where nobody there knows how to run them, what says how comes too.
 */
export async function reproduce(of: Around, asked: Asked): Promise<Reproduction> {
  const { changed } = await of.below.since(of.base, of.apart);
  const files = (roles: readonly Role[]) => changed.filter((file) => isWanted(file, { roles, tests: asked.tests }));
  const first = await runAside(of, { ...asked, files: files(OF_TESTS) });
  const isUnknown = first.tests.every(({ base }) => base === 'absent');
  const more = isUnknown ? files([...OF_TESTS, ...HOW]) : [];
  return more.length > files(OF_TESTS).length ? runAside(of, { ...asked, files: more }) : first;
}

interface Asked {
  readonly tests: readonly NamedTest[];
  readonly head?: VerificationRecord | undefined;
}

const OF_TESTS: readonly Role[] = ['test', 'support', 'record', 'fixture'];
const HOW: readonly Role[] = ['manifest', 'lock', 'judge'];

function isWanted(
  { path, after }: ChangedFile,
  { roles, tests }: { readonly roles: readonly Role[]; readonly tests: readonly NamedTest[] },
): boolean {
  const text = after === null ? '' : Buffer.from(after).toString('utf8');
  return tests.some(({ file }) => file === path) || roles.includes(roleOf(path, text));
}

async function runAside(
  { verifier, below, base }: Around,
  { tests, head, files }: Asked & { readonly files: readonly ChangedFile[] },
): Promise<Reproduction> {
  const { tree, close } = await below.beside(base);
  try {
    for (const file of files) await put(tree, file);
    const only =
      head && tests.flatMap((test) => findTest(head, test).map(({ step }) => ({ step: step.name, cwd: step.cwd })));
    const record = await verifier({ tree, ref: 'baseline', commit: base, dirty: true, only });
    return { run_id: record.run_id, status: record.status, tests: tests.map((test) => seen(record, test)) };
  } finally {
    await close();
  }
}

/** Puts a file of a change into a tree, or takes away what the change removes. */
export const put = (tree: Workspace, { path, after }: ChangedFile): Promise<void> =>
  after === null ? tree.remove(path) : tree.write(path, after);

const MOST_MESSAGE = 2000;

function seen(record: VerificationRecord, named: NamedTest): Reproduced {
  const found = findTest(record, named).map(({ test }) => test);
  const failed = found.find(({ status }) => status === 'failed');
  if (!failed) return { ...named, base: found[0]?.status ?? 'absent' };
  const message = failed.message ?? '';
  return { ...named, base: 'failed', by: failedBy(message), message: message.slice(0, MOST_MESSAGE) };
}
