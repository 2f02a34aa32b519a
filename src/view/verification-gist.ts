// What a failed test's message says first: what was expected and what was there. The way there stands in the log. Pure.

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
