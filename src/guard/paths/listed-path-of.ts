import { matchesSteps } from '../rules/glob.js';
import type { ListedPath } from './path-lists.js';
import { stepsOf } from './posix.js';

interface Table {
  /** Rows by their first component without wildcards, so that most paths need no comparison. */
  readonly anchored: ReadonlyMap<string, readonly Row[]>;
  readonly loose: readonly Row[];
}

interface Row {
  readonly steps: readonly string[];
  readonly listed: ListedPath;
}

const tables = new WeakMap<readonly ListedPath[], Table>();

function tableOf(listed: readonly ListedPath[]): Table {
  const rows = listed.map((listed) => ({ steps: stepsOf(listed.at.toLowerCase()), listed }));
  const anchored = new Map<string, Row[]>();
  const loose: Row[] = [];
  for (const row of rows) {
    const anchor = row.steps.find((step) => !/[*?]/.test(step));
    if (anchor === undefined) loose.push(row);
    else anchored.set(anchor, [...(anchored.get(anchor) ?? []), row]);
  }
  return { anchored, loose };
}

/** The row of a table that matches a path or one of its parent folders. */
export function listedPathOf(path: string, listed: readonly ListedPath[]): ListedPath | undefined {
  const table = tables.get(listed) ?? tableOf(listed);
  tables.set(listed, table);
  const steps = stepsOf(path.toLowerCase());
  const means = (row: Row) => matchesSteps(row.steps, steps);
  for (const step of steps) {
    const row = table.anchored.get(step)?.find(means);
    if (row) return row.listed;
  }
  return table.loose.find(means)?.listed;
}
