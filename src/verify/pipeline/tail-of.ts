import type { TestRecord } from '../records.js';
import { cleanOutput } from '../results/clean-output.js';
import { withoutRoot } from '../results/places.js';

/** As the specification demands. */
const LINES = 200;
const LONGEST_LINE = 2000;

/** Bytes that contain the last lines of any usual log. */
export const TAIL_BYTES = 256 * 1024;

/** The last lines of a failed step's log; if it is empty, the failure messages of its tests. */
export function tailOf(log: string, { root, tests = [] }: { root: string; tests?: readonly TestRecord[] | undefined }) {
  const printed = lastLines(withoutRoot({ root, cwd: '.' }, log));
  return printed !== '' ? printed : lastLines(tests.flatMap(failureOf).join('\n\n'));
}

function lastLines(text: string): string {
  const lines = cleanOutput(text).trimEnd().split('\n');
  return lines
    .slice(-LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line))
    .join('\n');
}

const failureOf = ({ status, id, message = '' }: TestRecord): readonly string[] =>
  status === 'failed' ? [`${id}\n${message}`] : [];
