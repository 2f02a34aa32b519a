// The part of a job's log in which it failed. Pure.

/** What a person would scroll up to read, and a reader with little room can hold. */
const MOST_LINES = 80;
const MOST_LETTERS = 8000;

/** GitHub writes the time before each line; programs write colours into it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const NOISE = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?|\u001B\[[\d;]*m|\r$/g;

/** The last lines of the step that failed, down to where GitHub says so; of a log that does not say where, its end. */
export function lastWords(log: string): string {
  const lines = log.split('\n').map((line) => line.replace(NOISE, ''));
  const failed = lines.findLastIndex((line) => line.startsWith('##[error]'));
  const upTo = failed < 0 ? lines : lines.slice(0, failed + 1);
  const began = upTo.findLastIndex((line) => line.startsWith('##[group]Run '));
  const step = began < 0 ? upTo : upTo.slice(began + 1);
  const said = step.filter((line) => !line.startsWith('##[group]') && !line.startsWith('##[endgroup]'));
  const words = said.slice(-MOST_LINES).join('\n').trim();
  return words.length <= MOST_LETTERS ? words : `…${words.slice(-MOST_LETTERS)}`;
}
