// Verifies base and head, runs again what differs, and compares the records. Used by the rest of src/verify, src/services,
// src/action/verify.ts, `crew verify`, `build` and the check page (src/view/check).
import type { SideName } from '../../text/lang/verify/index.js';
import type { Comparison, SelectedTest, StepRecord, VerificationRecord } from '../records.js';
import { type CompareInput, compare } from './compare.js';
import { hasCollided } from './parallel-runs.js';
import { mayBeFlaky, type Unit, unitsOf } from './units.js';

export { compare, comparisonInWords } from './compare.js';
export { mayRunInParallel } from './parallel-runs.js';
export { type Reason, say } from './reasons.js';

/** Verifies a tree, completely or only the named steps and tests. */
export type Verify = (ask: {
  /** Absolute path. */
  readonly tree: string;
  readonly side: SideName;
  readonly only?: readonly RerunRequest[] | undefined;
}) => Promise<VerificationRecord>;

/** The two trees, and how to verify them. */
export interface VerifyBothInput {
  /** Absolute paths of the two trees. They must not change meanwhile. */
  readonly base: string;
  readonly head: string;
  readonly verify: Verify;
  /** Maximum number of reruns on each side. */
  readonly reruns: number;
  /** Whether both sides run at the same time. */
  readonly isParallel: boolean;
}

/** Both records, their reruns, and the comparison. */
export interface ComparedVerifications {
  readonly comparison: Comparison;
  readonly base: VerificationRecord;
  readonly head: VerificationRecord;
  readonly again: { readonly base: readonly VerificationRecord[]; readonly head: readonly VerificationRecord[] };
}

/** Verifies two trees and compares them. */
export async function verifyAgainst({
  base,
  head,
  verify,
  reruns,
  isParallel,
}: VerifyBothInput): Promise<ComparedVerifications> {
  const run = (side: SideName, only?: readonly RerunRequest[]) =>
    verify({ tree: side === 'base' ? base : head, side, ...(only ? { only } : {}) });
  const first = await runBoth(run, isParallel);
  const again: Record<SideName, VerificationRecord[]> = { base: [], head: [] };
  for (let round = 0; round < reruns; round += 1) {
    const requests = differences({ ...first, again });
    // One side after the other, because two test suites on one machine can slow each other down and cause timeouts.
    for (const side of ['base', 'head'] as const)
      if (requests[side].length > 0) again[side].push(await run(side, requests[side]));
    if (requests.head.length === 0) break;
  }
  return { comparison: compare({ ...first, again }), ...first, again };
}

type Run = (side: SideName) => Promise<VerificationRecord>;

/** Runs both sides. If they disturbed each other (same port), both are run again, one after the other. */
async function runBoth(run: Run, isParallel: boolean): Promise<Record<SideName, VerificationRecord>> {
  if (isParallel) {
    // Waits for both, so that no side is left running when the other fails.
    const [base, head] = await Promise.allSettled([run('base'), run('head')]);
    if (base.status === 'rejected') throw base.reason;
    if (head.status === 'rejected') throw head.reason;
    if (!hasCollided(base.value) && !hasCollided(head.value)) return { base: base.value, head: head.value };
  }
  return { base: await run('base'), head: await run('head') };
}

/** A step to run again: only these tests if its runner can select them, else the whole step. */
export interface RerunRequest {
  readonly step: string;
  readonly cwd: string;
  readonly tests?: readonly SelectedTest[] | undefined;
}

/** What still differs after all runs so far. Units with contradicting results are flaky and are not run again. */
export function differences(of: CompareInput): Readonly<Record<SideName, readonly RerunRequest[]>> {
  const { base, head, again = { base: [], head: [] } } = of;
  const units = unitsOf({ first: base, again: again.base }, { first: head, again: again.head });
  const differing = units.filter(({ kind }) => mayBeFlaky(kind));
  // A test or step that did not exist on base is not run there.
  return { base: requestsFor(differing.filter((unit) => unit.base !== 'absent')), head: requestsFor(differing) };
}

function requestsFor(units: readonly Unit[]): readonly RerunRequest[] {
  const steps = new Map<string, Unit[]>();
  for (const unit of units) {
    const key = `${unit.step.cwd}\0${unit.step.name}`;
    const members = steps.get(key);
    if (members) members.push(unit);
    else steps.set(key, [unit]);
  }
  return [...steps.values()].flatMap((members) => {
    const [first] = members;
    if (!first) return [];
    const { name: step, cwd } = first.step;
    const whole = members.some(({ what }) => what === 'step');
    return [whole ? { step, cwd } : { step, cwd, tests: selectedTests(members) }];
  });
}

/** The tests of units, each id once, because tests with the same name cannot be selected separately. */
function selectedTests(units: readonly Unit[]): readonly SelectedTest[] {
  return [...new Map(units.flatMap(({ test }) => (test ? [[test.id, test]] : []))).values()];
}

/** A step that was run again, with its log. */
export interface Rerun extends Pick<StepRecord, 'log' | 'sha256'> {
  readonly run_id: string;
  readonly side: SideName;
  readonly step: string;
}

/** Every step that was run again, in order. */
export function rerunsOf(again: Readonly<Record<SideName, readonly VerificationRecord[]>>): readonly Rerun[] {
  return (['base', 'head'] as const).flatMap((side) =>
    again[side].flatMap(({ run_id, steps }) =>
      steps.map(({ name, log, sha256 }) => ({ run_id, side, step: name, log, sha256 })),
    ),
  );
}
