// Decides what to run again, so that a flaky result is not taken for a change.
import type { SideName } from '../../text/lang/verify/index.js';
import type { Chosen } from '../records.js';
import type { ToCompare } from './compare.js';
import { differs, type Unit, unitsOf } from './units.js';

/** A step to run again: only these tests if its runner can select them, else the whole step. */
export interface RerunRequest {
  readonly step: string;
  readonly cwd: string;
  readonly tests?: readonly Chosen[] | undefined;
}

/** What still differs after all runs so far. Units with contradicting results are flaky and are not run again. */
export function differences(of: ToCompare): Readonly<Record<SideName, readonly RerunRequest[]>> {
  const { base, head, again = { base: [], head: [] } } = of;
  const units = unitsOf({ first: base, again: again.base }, { first: head, again: again.head });
  const open = units.filter(({ kind }) => differs(kind));
  // What did not exist on base is not run there.
  return { base: asksFor(open.filter((unit) => unit.base !== 'absent')), head: asksFor(open) };
}

function asksFor(units: readonly Unit[]): readonly RerunRequest[] {
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
    return [whole ? { step, cwd } : { step, cwd, tests: chosenOf(members) }];
  });
}

/** Tests with the same name cannot be selected separately. */
function chosenOf(units: readonly Unit[]): readonly Chosen[] {
  return [...new Map(units.flatMap(({ test }) => (test ? [[test.id, test]] : []))).values()];
}
