// Two decisions of a comparison: the result of a step or test in one run, and, by tables, the kind of difference between the results on base and
// head. Pure. Used by the other files of this folder, and by the pipeline to see whether selected tests ran.
import type { SelectedTest, StepRecord, TestRecord } from '../records.js';

/** The result of a test. `mixed`: passed and failed. `absent`: did not exist in a complete run. `unseen`: not known. */
export type TestSeen = 'passed' | 'failed' | 'mixed' | 'skipped' | 'absent' | 'unseen';

/**
 * The result of a step. `empty`: succeeded without running a test. `explained`: failed, and so did tests of it. `unexplained`: failed although no
 * test failed. `crashed`: failed before it reported tests. The others are as for tests.
 */
export type StepSeen = 'passed' | 'empty' | 'explained' | 'unexplained' | 'crashed' | 'mixed' | 'absent' | 'unseen';

/**
 * The kind of a difference. `before`: failed already. `silenced`: ran on base, skipped on head. `refused`: new, and fails. `silent`: nothing to
 * report.
 */
export type DifferenceKind =
  | 'silent'
  | 'fixed'
  | 'broken'
  | 'before'
  | 'flaky'
  | 'silenced'
  | 'removed'
  | 'added'
  | 'refused'
  | 'unknown';

type Table<Seen extends string> = Readonly<Record<Seen, Readonly<Record<Seen, DifferenceKind>>>>;

/** By the result on base (rows) and on head (columns). `fixed` requires a failure on base and a success on head. */
// biome-ignore format: a table is read by its columns
export const TESTS: Table<TestSeen> = {
  //         to passed           failed             mixed              skipped             absent             unseen
  passed:  { passed: 'silent',  failed: 'broken',  mixed: 'flaky',    skipped: 'silenced', absent: 'removed', unseen: 'unknown' },
  failed:  { passed: 'fixed',   failed: 'before',  mixed: 'flaky',    skipped: 'silenced', absent: 'removed', unseen: 'unknown' },
  mixed:   { passed: 'flaky',   failed: 'flaky',   mixed: 'flaky',    skipped: 'silenced', absent: 'removed', unseen: 'unknown' },
  skipped: { passed: 'added',   failed: 'refused', mixed: 'flaky',    skipped: 'silent',   absent: 'silent',  unseen: 'silent' },
  absent:  { passed: 'added',   failed: 'refused', mixed: 'flaky',    skipped: 'silent',   absent: 'silent',  unseen: 'silent' },
  unseen:  { passed: 'silent',  failed: 'unknown', mixed: 'flaky',    skipped: 'unknown',  absent: 'unknown', unseen: 'unknown' },
};

/** The same for steps. */
// biome-ignore format: a table is read by its columns
export const STEPS: Table<StepSeen> = {
  // rows: base; columns: head
  passed:      { passed: 'silent',  empty: 'unknown', explained: 'silent',  unexplained: 'broken',  crashed: 'broken',  mixed: 'flaky',   absent: 'removed', unseen: 'unknown' },
  empty:       { passed: 'silent',  empty: 'silent',  explained: 'silent',  unexplained: 'broken',  crashed: 'broken',  mixed: 'flaky',   absent: 'silent',  unseen: 'unknown' },
  explained:   { passed: 'silent',  empty: 'unknown', explained: 'silent',  unexplained: 'unknown', crashed: 'broken',  mixed: 'flaky',   absent: 'removed', unseen: 'unknown' },
  unexplained: { passed: 'fixed',   empty: 'unknown', explained: 'before',  unexplained: 'before',  crashed: 'broken',  mixed: 'flaky',   absent: 'removed', unseen: 'unknown' },
  crashed:     { passed: 'fixed',   empty: 'unknown', explained: 'before',  unexplained: 'before',  crashed: 'before',  mixed: 'flaky',   absent: 'removed', unseen: 'unknown' },
  mixed:       { passed: 'flaky',   empty: 'unknown', explained: 'flaky',   unexplained: 'flaky',   crashed: 'flaky',   mixed: 'flaky',   absent: 'removed', unseen: 'unknown' },
  absent:      { passed: 'added',   empty: 'silent',  explained: 'silent',  unexplained: 'refused', crashed: 'refused', mixed: 'flaky',   absent: 'silent',  unseen: 'unknown' },
  unseen:      { passed: 'unknown', empty: 'unknown', explained: 'unknown', unexplained: 'unknown', crashed: 'unknown', mixed: 'unknown', absent: 'unknown', unseen: 'unknown' },
};

/** The result of a step. A failing exit code overrides passing tests, because output can be faked and an exit code cannot. */
export function seeStep(step: StepRecord | undefined): StepSeen {
  if (!step) return 'absent';
  if (!hasRun(step)) return 'unseen';
  const ran = (step.tests ?? []).filter(({ status }) => status !== 'skipped');
  if (step.status === 'PASS') return step.tests && ran.length === 0 ? 'empty' : 'passed';
  if (step.ended !== 'itself' || ran.length === 0) return 'crashed';
  return ran.some(({ status }) => status === 'failed') ? 'explained' : 'unexplained';
}

/** A cancelled step and a step that could not start say nothing about the code. */
function hasRun(step: StepRecord): boolean {
  return step.status !== 'INFRA_ERROR' && step.ended !== 'cancelled' && step.ended !== 'not started';
}

/** The tests of a step by id, as `cleanId` returns it. Tests with the same name share an id. */
export function testsOf(step: StepRecord | undefined): ReadonlyMap<string, readonly TestRecord[]> {
  const byId = new Map<string, TestRecord[]>();
  if (!step || !hasRun(step)) return byId;
  for (const test of step.tests ?? []) {
    const id = cleanId(test.id);
    const same = byId.get(id);
    if (same) same.push(test);
    else byId.set(id, [test]);
  }
  return byId;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are exactly what is taken out
const ESCAPES = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\u0000-\u001f\u007f-\u009f]/g;

/** Removes escape sequences and normalizes Unicode, so that a test has the same id in every run. */
function cleanId(id: string): string {
  return id.replace(ESCAPES, '').normalize('NFC');
}

/** Separates file, suites and name in an id. */
const PART = ' › ';

/** The groups of a test: its file and its suites. */
export function groupsAround(id: string): readonly string[] {
  const parts = id.split(PART);
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join(PART));
}

/** Whether a step reported each of these tests. A file counts as reported if any of its tests was. */
export function reportsAll(step: StepRecord, tests: readonly SelectedTest[]): boolean {
  const ran = [...testsOf(step)].flatMap(([id, all]) => (all.some(({ status }) => status !== 'skipped') ? [id] : []));
  const reported = new Set(ran.flatMap((id) => [id, ...groupsAround(id)]));
  return tests.every(({ id }) => reported.has(id));
}

/** The result of a test that a run did not report: `absent` only if the run was complete. */
export function seeUnmentioned(step: StepRecord | undefined): TestSeen {
  const seen = seeStep(step);
  return seen === 'unseen' || seen === 'crashed' || seen === 'unexplained' ? 'unseen' : 'absent';
}

/**
 * Whether the runner stopped at its first failure: only the last reported test failed, and of the tests of base (`baseIds`, in order) all from some
 * place on are missing. A single missing test is not enough, because it may have been removed.
 */
export function stoppedEarly(step: StepRecord, baseIds: readonly string[]): boolean {
  const ids = (step.tests ?? []).map(({ id }) => cleanId(id));
  const failures = (step.tests ?? []).filter(({ status }) => status === 'failed').length;
  if (failures !== 1 || step.tests?.at(-1)?.status !== 'failed') return false;
  const mentioned = new Set(ids);
  const firstMissing = baseIds.findIndex((id) => !mentioned.has(id));
  const rest = baseIds.slice(firstMissing);
  return firstMissing > 0 && rest.length > 1 && rest.every((id) => !mentioned.has(id));
}
