// Whether tests of a change say something about it: they run on the commit below it, with nothing of the change but the tests.
import type { Apart, Below, ChangedFile, Workspace } from '../../ports.js';
import type { VerificationRecord } from '../records.js';
import { roleOf } from '../tamper/role.js';
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
  readonly below: Below;
  readonly base: string;
  readonly apart: Apart;
}

/** Runs the steps of these tests on the commit below, with the test files of the change put there; all steps where no head tells which. */
export async function reproduce(
  { verifier, below, base, apart }: Around,
  { tests, head }: { readonly tests: readonly NamedTest[]; readonly head?: VerificationRecord | undefined },
): Promise<Reproduction> {
  const { changed } = await below.since(base, apart);
  const { tree, close } = await below.beside(base);
  try {
    for (const file of changed) if (isOfTests(file, tests)) await put(tree, file);
    const only = head && tests.flatMap((test) => findTest(head, test).map(({ step: { name, cwd } }) => ({ step: name, cwd })));
    const record = await verifier({ tree, ref: 'baseline', commit: base, dirty: true, only });
    return { run_id: record.run_id, status: record.status, tests: tests.map((test) => seen(record, test)) };
  } finally {
    await close();
  }
}

const OF_TESTS: readonly string[] = ['test', 'support', 'record', 'fixture'];

function isOfTests({ path, after }: ChangedFile, tests: readonly NamedTest[]): boolean {
  const text = after === null ? '' : Buffer.from(after).toString('utf8');
  return tests.some(({ file }) => file === path) || OF_TESTS.includes(roleOf(path, text));
}

const put = (tree: Workspace, { path, after }: ChangedFile): Promise<void> =>
  after === null ? tree.remove(path) : tree.write(path, after);

const MOST_MESSAGE = 2000;

function seen(record: VerificationRecord, named: NamedTest): Reproduced {
  const found = findTest(record, named).map(({ test }) => test);
  const failed = found.find(({ status }) => status === 'failed');
  if (!failed) return { ...named, base: found[0]?.status ?? 'absent' };
  const message = failed.message ?? '';
  return { ...named, base: 'failed', by: failedBy(message), message: message.slice(0, MOST_MESSAGE) };
}
