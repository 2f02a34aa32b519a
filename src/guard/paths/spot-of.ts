import { matchesSteps } from '../rules/glob.js';
import { stepsOf } from './posix.js';
import type { Spot } from './spots.js';

interface Table {
  /** By a step that they name word for word; most paths name none. */
  readonly anchored: ReadonlyMap<string, readonly Row[]>;
  readonly loose: readonly Row[];
}

interface Row {
  readonly steps: readonly string[];
  readonly spot: Spot;
}

const tables = new WeakMap<readonly Spot[], Table>();

function tableOf(spots: readonly Spot[]): Table {
  const rows = spots.map((spot) => ({ steps: stepsOf(spot.at.toLowerCase()), spot }));
  const anchored = new Map<string, Row[]>();
  const loose: Row[] = [];
  for (const row of rows) {
    const anchor = row.steps.find((step) => !/[*?]/.test(step));
    if (anchor === undefined) loose.push(row);
    else anchored.set(anchor, [...(anchored.get(anchor) ?? []), row]);
  }
  return { anchored, loose };
}

/** A spot of a table that a path is, or lies in. */
export function spotOf(path: string, spots: readonly Spot[]): Spot | undefined {
  const table = tables.get(spots) ?? tableOf(spots);
  tables.set(spots, table);
  const steps = stepsOf(path.toLowerCase());
  const means = (row: Row) => matchesSteps(row.steps, steps);
  for (const step of steps) {
    const row = table.anchored.get(step)?.find(means);
    if (row) return row.spot;
  }
  return table.loose.find(means)?.spot;
}
