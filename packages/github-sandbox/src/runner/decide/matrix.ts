// Expands a job's matrix into its combinations, and names their jobs. Used by run/run-job and run/run-matrix.

import { textFor } from '../expressions/data.js';
import { isObject, type Json, type JsonObject } from '../json.js';

/** GitHub's maximum number of jobs per matrix. */
const MAX_COMBINATIONS = 256;

/** Expands a `matrix:` into its combinations in GitHub's order. */
export function expandMatrix(matrix: Json): JsonObject[] {
  if (!isObject(matrix)) throw new Error('the matrix must be a mapping');
  const { include, exclude, ...axes } = matrix;
  const selected = product(axes).filter(
    (combination) => !objectsOf(exclude, 'exclude').some((pattern) => agrees(combination, pattern)),
  );
  const combinations = included(selected, { extras: objectsOf(include, 'include'), axes: Object.keys(axes) });
  if (combinations.length === 0) throw new Error('the matrix is empty');
  if (combinations.length > MAX_COMBINATIONS)
    throw new Error(`the matrix makes ${combinations.length} jobs, more than ${MAX_COMBINATIONS}`);
  return combinations;
}

/** The default name of a matrix job: the job's name with the values of its combination, such as `test (20, linux)`. */
export function matrixJobName(job: string, combination: JsonObject): string {
  const values = Object.values(combination).flatMap((value) => leavesOf(value));
  return values.length === 0 ? job : `${job} (${values.join(', ')})`;
}

function product(axes: JsonObject): JsonObject[] {
  const names = Object.keys(axes);
  if (names.length === 0) return [];
  return names.reduce<JsonObject[]>(
    (combinations, name) => {
      const values = axes[name];
      if (!Array.isArray(values)) throw new Error(`the matrix axis '${name}' must be a list`);
      return combinations.flatMap((combination) => values.map((value) => ({ ...combination, [name]: value })));
    },
    [{}],
  );
}

/**
 * Adds the `include` entries: each extends the combinations whose values it does not overwrite, or, if there are none, is a new
 * combination.
 */
function included(
  combinations: JsonObject[],
  { extras, axes }: { extras: JsonObject[]; axes: string[] },
): JsonObject[] {
  const extended = combinations.map((combination) => ({ ...combination }));
  const added: JsonObject[] = [];
  for (const extra of extras) {
    const onAxes = Object.fromEntries(Object.entries(extra).filter(([key]) => axes.includes(key)));
    const fitting = extended.filter((combination) => agrees(combination, onAxes));
    for (const combination of fitting) Object.assign(combination, extra);
    if (fitting.length === 0) added.push({ ...extra });
  }
  return [...extended, ...added];
}

function agrees(combination: JsonObject, pattern: JsonObject): boolean {
  return Object.entries(pattern).every(([key, value]) => JSON.stringify(combination[key]) === JSON.stringify(value));
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
