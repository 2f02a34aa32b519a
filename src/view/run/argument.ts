import { cut, lineOf } from '../board/line.js';

/** What a call is about, most telling first: of these the first that it has stands for it. */
const SUMMARY_FIELDS = ['command', 'path', 'pattern', 'url', 'question', 'under', 'globs', 'text', 'answer'];

/** What a call is about, in a few letters: the file, the command, the pattern. Its other fields are not for a line. */
export function argumentOf(input: unknown, letters = 72): string {
  if (typeof input !== 'object' || input === null) return '';
  const fields = input as Readonly<Record<string, unknown>>;
  const value = [...SUMMARY_FIELDS.map((name) => fields[name]), ...Object.values(fields)].find(isShort);
  // As long as the input may be, so much of it is enough for a line.
  const words = typeof value === 'string' ? value : (value ?? []).slice(0, 8).join(' ');
  return cut(lineOf(words.slice(0, 8 * letters)), letters);
}

const isShort = (value: unknown): value is string | readonly string[] =>
  (typeof value === 'string' && value !== '') ||
  (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'));
