// Pairs the tests and steps of two records, combines the results of reruns, and classifies each pair. Pure. Used by compare.ts and index.ts.
import type { SelectedTest, StepRecord, TestRecord, VerificationRecord } from '../records.js';
import {
  type DifferenceKind,
  groupsAround,
  STEPS,
  type StepSeen,
  seeStep,
  seeUnmentioned,
  stoppedEarly,
  TESTS,
  type TestSeen,
  testsOf,
} from './classify.js';

/** A test or step with its results on both sides. */
export interface Unit {
  readonly what: 'test' | 'step';
  /** The name in lists; unique within a comparison. */
  readonly name: string;
  readonly step: { readonly name: string; readonly cwd: string };
  /** The test as one of the sides reported it; absent for a step. */
  readonly test?: SelectedTest | undefined;
  readonly kind: DifferenceKind;
  readonly base: TestSeen | StepSeen;
  readonly head: TestSeen | StepSeen;
}

/** A record and the records of its reruns. */
export interface Runs {
  readonly first: VerificationRecord;
  readonly again: readonly VerificationRecord[];
}

/** One step on one side: its first run, and its reruns. */
interface Side {
  readonly first: StepRecord | undefined;
  readonly again: readonly StepRecord[];
}

interface Sides {
  readonly base: Side;
  readonly head: Side;
}

/** Whether a difference of this kind may be flaky. Such tests and steps are run again. */
export function mayBeFlaky(kind: DifferenceKind): boolean {
  return kind === 'fixed' || kind === 'broken' || kind === 'refused';
}

/** All units of both sides: base's order, then head's. */
export function unitsOf(base: Runs, head: Runs): readonly Unit[] {
  const keys = [...new Set([...stepsOf(base.first).keys(), ...stepsOf(head.first).keys()])];
  const [baseOf, headOf] = [sidesOf(base), sidesOf(head)];
  const units = keys.flatMap((key) => {
    const sides = withMissingTools({ base: baseOf(key), head: headOf(key) }, head.first);
    const step = sides.head.first ?? sides.base.first;
    return step ? [stepUnit(step, sides), ...testUnits(step, sides)] : [];
  });
  return withUniqueNames(units);
}

/** Steps by folder and name; steps with the same name are told apart by their command. */
function stepsOf(record: VerificationRecord): ReadonlyMap<string, StepRecord> {
  const steps = new Map<string, StepRecord>();
  const plain = record.steps.map(({ cwd, name }) => `${cwd}\0${name}`);
  for (const [at, step] of record.steps.entries()) {
    let key = plain[at] ?? '';
    if (plain.indexOf(key) !== plain.lastIndexOf(key)) key += `\0${step.command}`;
    while (steps.has(key)) key += '\0again';
    steps.set(key, step);
  }
  return steps;
}

function sidesOf({ first, again }: Runs): (key: string) => Side {
  const [firsts, ...later] = [first, ...again].map(stepsOf);
  return (key) => ({ first: firsts?.get(key), again: later.flatMap((steps) => steps.get(key) ?? []) });
}

/**
 * A step that ran on base but lacks a tool on head has failed because of the change, unless another step of head could not run and may be
 * the cause.
 */
function withMissingTools({ base, head }: Sides, { steps }: VerificationRecord): Sides {
  const lacksTool = ({ reason }: StepRecord) => reason?.is === 'no-tool';
  const hasOtherCause = steps.some((step) => step.status === 'INFRA_ERROR' && !lacksTool(step));
  if (hasOtherCause || ['absent', 'unseen'].includes(seeStep(base.first))) return { base, head };
  const failed = (step: StepRecord): StepRecord => (lacksTool(step) ? { ...step, status: 'FAIL' } : step);
  return { base, head: { first: head.first && failed(head.first), again: head.again.map(failed) } };
}

/** Reruns count only for steps that differ, since they may have run selected tests only. */
function stepUnit(step: StepRecord, { base, head }: Sides): Unit {
  // Without test results on base only the exit codes can be compared.
  const byExit = base.first !== undefined && base.first.tests === undefined;
  const see = (each: StepRecord | undefined): StepSeen => {
    const seen = seeStep(each);
    return byExit && seen === 'explained' ? 'crashed' : seen;
  };
  const later = (side: Side) => side.again.map(see);
  let [onBase, onHead]: [StepSeen, StepSeen] = [see(base.first), see(head.first)];
  if (mayBeFlaky(STEPS[onBase][onHead])) [onBase, onHead] = foldBoth([onBase, later(base)], [onHead, later(head)]);
  const where = step.cwd === '.' ? '' : ` in ${step.cwd}`;
  const kind = STEPS[onBase][onHead];
  const reported = kind === 'before' && neverReported(base) && neverReported(head) ? 'unknown' : kind;
  return { what: 'step', name: `step ${step.name}${where}`, step, kind: reported, base: onBase, head: onHead };
}

/** Whether a test step never reported any test. If it fails on both sides, that does not show that nothing broke. */
function neverReported({ first, again }: Side): boolean {
  return first?.testing === true && [first, ...again].every(({ tests = [] }) => tests.length === 0);
}

function testUnits(step: StepRecord, sides: Sides): readonly Unit[] {
  const [bases, heads] = [testsOf(sides.base.first), testsOf(sides.head.first)];
  const { first } = sides.head;
  // The tests after the one at which the runner stopped are not known.
  const unreached = first !== undefined && stoppedEarly(first, [...bases.keys()]);
  const seeBase = resultsById(sides.base, seeUnmentioned(sides.base.first));
  const seeHead = resultsById(sides.head, unreached ? 'unseen' : seeUnmentioned(first));
  return [...new Set([...bases.keys(), ...heads.keys()])].flatMap((id) => {
    const [baseTests, headTests] = [bases.get(id) ?? [], heads.get(id) ?? []];
    const test = testOf(id, headTests[0] ?? baseTests[0]);
    const many = Math.max(baseTests.length, headTests.length);
    const [base, head] = [seeBase(id, many), seeHead(id, many)];
    return Array.from({ length: many }, (_, nth): Unit => {
      let [onBase, onHead] = [base.first(nth), head.first(nth)];
      if (mayBeFlaky(TESTS[onBase][onHead]))
        [onBase, onHead] = foldBoth([onBase, base.later(nth)], [onHead, head.later(nth)]);
      const name = nth === 0 ? id : `${id} (${nth + 1})`;
      return { what: 'test', name, step, test, kind: TESTS[onBase][onHead], base: onBase, head: onHead };
    });
  });
}

function testOf(id: string, reported: TestRecord | undefined): SelectedTest {
  const { name = id, file } = reported ?? {};
  return { id, name, ...(file === undefined ? {} : { file }) };
}

/** The results of the tests with one id: of the first run, and of the reruns. */
interface ResultsById {
  readonly first: (nth: number) => TestSeen;
  readonly later: (nth: number) => readonly TestSeen[];
}

/** Looks up the results of the tests with one id in all runs of a side. `many`: how many tests have that id. */
function resultsById({ first, again }: Side, unmentioned: TestSeen): (id: string, many: number) => ResultsById {
  const firsts = testsOf(first);
  const laters = again.map((step) => ({ tests: testsOf(step), missing: missingIn(testsOf(step), 'unseen') }));
  const missingOf = missingIn(firsts, unmentioned);
  return (id, many) => {
    const missing = missingOf(id);
    const seen = inOrder(firsts.get(id) ?? [], many, missing);
    const later = laters.map((run) => inOrder(run.tests.get(id) ?? [], many, run.missing(id)));
    return {
      first: (nth) => seen[nth] ?? missing,
      later: (nth) => later.map((run) => run[nth] ?? 'unseen'),
    };
  };
}

/**
 * The result of a test that a run did not report. A test file that fails to load is reported as a failed test with the file's name, so tests
 * below a failed group are `unseen`. A group that contains tests was loaded, so it counts as passed.
 */
function missingIn(tests: ReadonlyMap<string, readonly TestRecord[]>, otherwise: TestSeen): (id: string) => TestSeen {
  const groups = new Set([...tests.keys()].flatMap(groupsAround));
  const fails = (id: string) => tests.get(id)?.some(({ status }) => status === 'failed') === true;
  return (id) => (groups.has(id) ? 'passed' : groupsAround(id).some(fails) ? 'unseen' : otherwise);
}

const RANK: Readonly<Record<TestSeen, number>> = { failed: 0, mixed: 0, absent: 1, unseen: 1, skipped: 2, passed: 3 };

/** Tests with the same name are compared by sorted results, failures first, because runners may shuffle their order. */
function inOrder(tests: readonly TestRecord[], many: number, missing: TestSeen): readonly TestSeen[] {
  const seen: TestSeen[] = tests.map(({ status }) => status);
  while (seen.length < many) seen.push(missing);
  return seen.sort((a, b) => RANK[a] - RANK[b]);
}

/** If several steps have a test with the same id, the name includes the step, and a number if needed. */
function withUniqueNames(units: readonly Unit[]): readonly Unit[] {
  const times = new Map<string, number>();
  for (const { name } of units) times.set(name, (times.get(name) ?? 0) + 1);
  const used = new Set<string>();
  return units.map((unit) => {
    const where = unit.step.cwd === '.' ? unit.step.name : `${unit.step.cwd} ${unit.step.name}`;
    const fullName = times.get(unit.name) === 1 || unit.what === 'step' ? unit.name : `${where}: ${unit.name}`;
    let name = fullName;
    for (let nth = 2; used.has(name); nth += 1) name = `${fullName} (${nth})`;
    used.add(name);
    return { ...unit, name };
  });
}

/** `explained` counts as success of the step itself; the results of its tests are compared separately. */
const OUTCOMES: Readonly<Record<string, 'success' | 'failure' | undefined>> = {
  passed: 'success',
  explained: 'success',
  failed: 'failure',
  unexplained: 'failure',
  crashed: 'failure',
};

/** The first result, unless a later run contradicts it (flaky). If a later run did not report it, it is not confirmed. */
function fold<Seen extends string>(first: Seen, later: readonly Seen[]): Seen | 'mixed' | 'unseen' {
  const outcome = OUTCOMES[first];
  if (outcome === undefined) return first;
  if (later.some((seen) => OUTCOMES[seen] !== undefined && OUTCOMES[seen] !== outcome)) return 'mixed';
  return later.every((seen) => OUTCOMES[seen] === outcome) ? first : 'unseen';
}

type SideResults<Seen> = readonly [first: Seen, later: readonly Seen[]];

/** Combines both sides. If one side is flaky, the other was not run again and keeps its first result. */
function foldBoth<Seen extends string>(
  base: SideResults<Seen>,
  head: SideResults<Seen>,
): [onBase: Seen | 'mixed' | 'unseen', onHead: Seen | 'mixed' | 'unseen'] {
  const [onBase, onHead] = [fold(...base), fold(...head)];
  if (onBase === 'mixed' && onHead === 'unseen') return [onBase, head[0]];
  if (onHead === 'mixed' && onBase === 'unseen') return [base[0], onHead];
  return [onBase, onHead];
}
