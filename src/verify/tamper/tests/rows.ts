// Rows of tables that tests run with.
import type { Source } from '../source.js';
import { argumentsOf, split } from './pieces.js';

/** Rows of a list argument: `each([…])`, `parametrize('a, b', […])`. */
export function callRows(source: Source, open: number, nth = 0): readonly string[] {
  const list = argumentsOf(source, open)[nth];
  if (!list) return [];
  const start = source.code.slice(list.from, list.to).search(/[[({]/);
  if (start < 0) return [];
  const from = list.from + start;
  return split({ source, from: from + 1, to: source.closeOf(from), at: ',' }).map(({ text }) => text);
}

/** Rows of a table in a template string, below its head. */
export function rowsFor(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(1);
}
