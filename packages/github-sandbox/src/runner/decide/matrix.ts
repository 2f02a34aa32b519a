// Expands a job's matrix into its combinations.

import { textFor } from '../expressions/data.js';
import { isObject, type Json, type JsonObject } from '../json.js';

/** GitHub's maximum number of jobs per matrix. */
const MAX_LEGS = 256;

/** Expands a `matrix:` into its combinations in GitHub's order. */
export function expandMatrix(matrix: Json): JsonObject[] {
  if (!isObject(matrix)) throw new Error('the matrix must be a mapping');
  const { include, exclude, ...axes } = matrix;
  const combinations = product(axes).filter(
    (leg) => !objectsOf(exclude, 'exclude').some((pattern) => agrees(leg, pattern)),
  );
  const legs = included(combinations, { extras: objectsOf(include, 'include'), axes: Object.keys(axes) });
  if (legs.length === 0) throw new Error('the matrix is empty');
  if (legs.length > MAX_LEGS) throw new Error(`the matrix makes ${legs.length} jobs, more than ${MAX_LEGS}`);
  return legs;
}

/** The name of a matrix job: the job's name with its values, unless the name contains expressions. */
export function legName(job: string, leg: JsonObject): string {
  const values = Object.values(leg).flatMap((value) => leavesOf(value));
  return values.length === 0 ? job : `${job} (${values.join(', ')})`;
}

function product(axes: JsonObject): JsonObject[] {
  const names = Object.keys(axes);
  if (names.length === 0) return [];
  return names.reduce<JsonObject[]>(
    (legs, name) => {
      const values = axes[name];
      if (!Array.isArray(values)) throw new Error(`the matrix axis '${name}' must be a list`);
      return legs.flatMap((leg) => values.map((value) => ({ ...leg, [name]: value })));
    },
    [{}],
  );
}

/** An `include` entry extends every combination whose values it does not overwrite; otherwise it is a new combination. */
function included(legs: JsonObject[], { extras, axes }: { extras: JsonObject[]; axes: string[] }): JsonObject[] {
  const extended = legs.map((leg) => ({ ...leg }));
  const added: JsonObject[] = [];
  for (const extra of extras) {
    const onAxes = Object.fromEntries(Object.entries(extra).filter(([key]) => axes.includes(key)));
    const fitting = extended.filter((leg) => agrees(leg, onAxes));
    for (const leg of fitting) Object.assign(leg, extra);
    if (fitting.length === 0) added.push({ ...extra });
  }
  return [...extended, ...added];
}

function agrees(leg: JsonObject, pattern: JsonObject): boolean {
  return Object.entries(pattern).every(([key, value]) => JSON.stringify(leg[key]) === JSON.stringify(value));
}

function objectsOf(list: Json | undefined, what: string): JsonObject[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list) || !list.every(isObject)) throw new Error(`the matrix's ${what} must be a list of mappings`);
  return list;
}

function leavesOf(value: Json): string[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [textFor(value)];
  return Object.values(value).flatMap(leavesOf);
}
