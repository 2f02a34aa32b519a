// How a step and its tests were seen in one run.
import type { Chosen, StepRecord, TestRecord } from '../records.js';
import type { StepSeen, TestSeen } from './table.js';

/** The step itself, its tests aside. An exit code that contradicts the tests wins over them: output can imitate, an exit code cannot. */
export function seeStep(step: StepRecord | undefined): StepSeen {
  if (!step) return 'absent';
  if (!hasRun(step)) return 'unseen';
  const ran = (step.tests ?? []).filter(({ status }) => status !== 'skipped');
  if (step.status === 'PASS') return step.tests && ran.length === 0 ? 'empty' : 'passed';
  if (step.ended !== 'itself' || ran.length === 0) return 'crashed';
  return ran.some(({ status }) => status === 'failed') ? 'told' : 'odd';
}

/** A cancelled step and one that could not start say nothing of the code. */
function hasRun(step: StepRecord): boolean {
  return step.status !== 'INFRA_ERROR' && step.ended !== 'cancelled' && step.ended !== 'not started';
}

/** Every test of a step by its cleaned id; a name that several tests share has several records. */
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

/** The same test is the same id, whether its runner painted it or composed its letters otherwise. */
function cleanId(id: string): string {
  return id.replace(ESCAPES, '').normalize('NFC');
}

const PART = ' › ';

/** What a test stands in: its file, and the suites around it. */
export function groupsAround(id: string): readonly string[] {
  const parts = id.split(PART);
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join(PART));
}

/** Whether a step told how each of these went. A file that is named as a whole did well where there are tests below it. */
export function tells(step: StepRecord, tests: readonly Chosen[]): boolean {
  const ran = [...testsOf(step)].flatMap(([id, all]) => (all.some(({ status }) => status !== 'skipped') ? [id] : []));
  const told = new Set(ran.flatMap((id) => [id, ...groupsAround(id)]));
  return tests.every(({ id }) => told.has(id));
}

/** What is true of a test that a run did not mention: only a run that got to its end says that there is none. */
export function seeUnmentioned(step: StepRecord | undefined): TestSeen {
  const seen = seeStep(step);
  return seen === 'unseen' || seen === 'crashed' || seen === 'odd' ? 'unseen' : 'absent';
}

/**
 * A runner told to stop at its first failure: there is one, it is the last word, and all that was there before and is
 * missing now would have come after it.
 */
export function stoppedEarly(step: StepRecord, before: readonly string[]): boolean {
  const ids = (step.tests ?? []).map(({ id }) => cleanId(id));
  const failures = (step.tests ?? []).filter(({ status }) => status === 'failed').length;
  if (failures !== 1 || step.tests?.at(-1)?.status !== 'failed') return false;
  const mentioned = new Set(ids);
  const firstMissing = before.findIndex((id) => !mentioned.has(id));
  const rest = before.slice(firstMissing);
  return firstMissing > 0 && rest.length > 1 && rest.every((id) => !mentioned.has(id));
}
