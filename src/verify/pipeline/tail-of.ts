import type { TestRecord } from '../records.js';
import { withoutRoot } from '../results/places.js';
import { said } from '../results/said.js';

/** The specification's number. */
const LINES = 200;
const LONGEST_LINE = 2000;

/** So much of a log's end surely holds its last lines, unless they are longer than anybody reads. */
export const TAIL_BYTES = 256 * 1024;

/** The last lines of what failed; where nothing was printed, what its tests said. */
export function tailOf(log: string, { root, tests = [] }: { root: string; tests?: readonly TestRecord[] | undefined }) {
  const printed = lastLines(withoutRoot({ root, cwd: '.' }, log));
  return printed !== '' ? printed : lastLines(tests.flatMap(failureOf).join('\n\n'));
}

function lastLines(text: string): string {
  const lines = said(text).trimEnd().split('\n');
  return lines
    .slice(-LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line))
    .join('\n');
}

const failureOf = ({ status, id, message = '' }: TestRecord): readonly string[] =>
  status === 'failed' ? [`${id}\n${message}`] : [];
