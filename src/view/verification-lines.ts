// What every line about a verification has in common: words of others as data, and how long something took. Pure.
import { cleanOutput } from '../text/clean-output.js';

/** A text where the runner of GitHub Actions may read along. */
export function fencedFor({ fence }: { readonly fence?: string | undefined }, text: string): string {
  // Wherever a line was broken: one that begins so is a command of the runner.
  const plain = text.replace(/^(\s*):(?=:)/gm, '$1: ');
  return fence === undefined ? plain : `::stop-commands::${fence}\n${plain}\n::${fence}::`;
}

/** Words of a repository or a program in one line of a terminal. One mark is a command of the runner even in the middle of a line. */
export function inert(text: string): string {
  return cleanOutput(text).replace(/\s+/g, ' ').replaceAll('##[', '## [');
}

/** Milliseconds as people say them. */
export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const MOST = 6;

/** Python tells the way there first, in lines that stand indented below this one. */
const TRACEBACK = 'Traceback (most recent call last):';
/** Where pytest goes on with the source of the test. */
const SOURCE = /^(?:(?:self|cls) = |\s*(?:async )?def |\s*@\w|[>E] )/;
const FRAME = /^\s*at /;
/** Python's marks below letters that differ, which stand below nothing once blanks are folded. */
const MARKS = /^(?:\?\s|[-+]\s*$)/;

/** The lines of a message that tell a person what to look for. */
export function gistOf(message: string): readonly string[] {
  const lines = message.split('\n');
  const [first = ''] = lines;
  const from = first.startsWith(TRACEBACK) ? lines.findIndex((line, n) => n > 0 && /^\S/.test(line)) : 0;
  const last = lines.slice(Math.max(0, from));
  const source = last.findIndex((line, n) => n > 0 && SOURCE.test(line));
  const shown = source === -1 ? last : last.slice(0, source);
  return shown.filter((line) => line.trim() !== '' && !FRAME.test(line) && !MARKS.test(line)).slice(0, MOST);
}
