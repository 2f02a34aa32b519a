// Helpers for lines about a verification: untrusted text, durations and error messages. Pure.
import { cleanOutput } from '../text/clean-output.js';

/** Neutralizes workflow commands in a text that the runner of GitHub Actions may read. */
export function fencedFor({ fence }: { readonly fence?: string | undefined }, text: string): string {
  // A line that begins like this is a workflow command, whichever line break comes before it.
  const plain = text.replace(/^(\s*):(?=:)/gm, '$1: ');
  return fence === undefined ? plain : `::stop-commands::${fence}\n${plain}\n::${fence}::`;
}

/** Untrusted text in one line of a terminal. `##[` is a workflow command even in the middle of a line. */
export function inert(text: string): string {
  return cleanOutput(text).replace(/\s+/g, ' ').replaceAll('##[', '## [');
}

/** A duration as text. */
export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const MOST = 6;

/** The first line of a Python traceback; indented lines follow it. */
const TRACEBACK = 'Traceback (most recent call last):';
/** A line after which pytest prints the source of the test. */
const SOURCE = /^(?:(?:self|cls) = |\s*(?:async )?def |\s*@\w|[>E] )/;
const FRAME = /^\s*at /;
/** Python's markers below differing characters. They mean nothing after blanks are folded. */
const MARKS = /^(?:\?\s|[-+]\s*$)/;

/** The relevant lines of an error message. */
export function gistOf(message: string): readonly string[] {
  const lines = message.split('\n');
  const [first = ''] = lines;
  const from = first.startsWith(TRACEBACK) ? lines.findIndex((line, n) => n > 0 && /^\S/.test(line)) : 0;
  const last = lines.slice(Math.max(0, from));
  const source = last.findIndex((line, n) => n > 0 && SOURCE.test(line));
  const shown = source === -1 ? last : last.slice(0, source);
  return shown.filter((line) => line.trim() !== '' && !FRAME.test(line) && !MARKS.test(line)).slice(0, MOST);
}
