// Amounts as people read them. Pure.

import type { Signal } from '../../ports/run.js';
import { cleanOutput } from '../../text/clean-output.js';
import type { RunWords } from '../../text/lang/run/index.js';
import { cut, lineOf } from '../line.js';
import { clip } from '../terminal.js';

/** Dollars: of little the cents are parts of, as much as is needed to see that it is not nothing. */
export function usd(amount: number): string {
  if (amount === 0) return '$0';
  return `$${amount.toFixed(amount < 0.0001 ? 6 : amount < 0.1 ? 4 : 2)}`;
}

/** How many, short: 1234 is 1.2k. */
export function many(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return `${short(count / 1000)}k`;
  return `${short(count / 1_000_000)}M`;
}

const short = (amount: number): string => (amount < 99.95 ? amount.toFixed(1).replace(/\.0$/, '') : amount.toFixed(0));

interface Tokens {
  readonly in: number;
  readonly out: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Everything that was read, from the cache or not; and how much of it came from there, in hundredths. */
export function readOf({ in: fresh, cacheRead, cacheWrite }: Tokens): { readonly all: number; readonly hit: number } {
  const all = fresh + cacheRead + cacheWrite;
  return { all, hit: all === 0 ? 0 : Math.round((cacheRead / all) * 100) };
}

/** A moment as a page that lasts says it: when, never how long ago. */
export const stamp = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** Milliseconds between two moments. */
export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

const SCOUT = /^scout-([a-z])\./;

/** "Scout A", and "Scout A 2" for the second question put to it, in the order in which `all` of them began. Pure. */
export function nameOf(who: string, all: readonly string[] = [who]): string {
  const kind = SCOUT.exec(who)?.[1];
  if (kind === undefined) return who;
  const questions = all.filter((each) => SCOUT.exec(each)?.[1] === kind);
  const count = questions.indexOf(who) + 1;
  return ['Scout', kind.toUpperCase(), ...(count > 1 ? [`${count}`] : [])].join(' ');
}

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

/** What somebody said to a run: what it was, in words; and their own words. */
export function describeSignal(word: Signal, say: RunWords): { readonly what: string; readonly text: string } {
  switch (word.is) {
    case 'answer':
      return { what: say.signals(word), text: word.text };
    case 'select':
      return { what: say.signals({ is: word.is, ids: word.choice }), text: word.remark ?? '' };
    case 'approve':
      return { what: say.signals({ is: word.is, ids: word.ids.join(', ') }), text: word.how ?? '' };
    case 'reject': {
      const ids = [...(word.ids ?? []), ...(word.category === undefined ? [] : [word.category])].join(', ');
      return { what: say.signals({ is: word.is, ids }), text: word.why ?? '' };
    }
    case 'continue':
      return {
        what: say.signals({ is: word.is, usd: word.addUsd === undefined ? undefined : usd(word.addUsd) }),
        text: '',
      };
    case 'cancel':
      return { what: say.signals({ is: word.is }), text: '' };
  }
}

/**
 * Somebody's words in one line of a terminal: they steer nothing, and where the runner of GitHub Actions reads along they are
 * no command to it. They never stand at the beginning of a line.
 */
export function plain(text: string, columns: number): string {
  // So much is enough for a line, however long the text.
  return clip(
    cleanOutput(text.slice(0, 20 * columns))
      .replace(/\s+/g, ' ')
      .trim(),
    columns,
  ).replaceAll('##[', '## [');
}
