// Amounts, times and signals as text. Pure.

import type { Signal } from '../../ports/run.js';
import { cleanOutput, singleLine, truncate } from '../../text/clean-output.js';
import type { RunWords } from '../../text/lang/run/index.js';
import { clip } from '../terminal.js';

/** Dollars. Small amounts have more digits, so that they are not shown as zero. */
export function preciseUsd(amount: number): string {
  if (amount === 0) return '$0';
  return `$${amount.toFixed(amount < 0.0001 ? 6 : amount < 0.1 ? 4 : 2)}`;
}

/** A short number: 1234 is 1.2k. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return `${threeDigits(count / 1000)}k`;
  return `${threeDigits(count / 1_000_000)}M`;
}

const threeDigits = (amount: number): string =>
  amount < 99.95 ? amount.toFixed(1).replace(/\.0$/, '') : amount.toFixed(0);

interface Tokens {
  readonly in: number;
  readonly out: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** The number of all input tokens, and the percentage of them that came from the cache. */
export function inputTokensOf({ in: uncached, cacheRead, cacheWrite }: Tokens): {
  readonly total: number;
  readonly cachedPercent: number;
} {
  const total = uncached + cacheRead + cacheWrite;
  return { total, cachedPercent: total === 0 ? 0 : Math.round((cacheRead / total) * 100) };
}

/** A time in UTC. Stored pages contain no ages. */
export const utcMinute = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** Milliseconds between two times. */
export const durationMs = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

const SCOUT = /^scout-([a-z])\./;

/** "Scout A", and "Scout A 2" for its second question. `all` has the agents in the order in which they began. */
export function agentName(who: string, all: readonly string[] = [who]): string {
  const kind = SCOUT.exec(who)?.[1];
  if (kind === undefined) return who;
  const questions = all.filter((each) => SCOUT.exec(each)?.[1] === kind);
  const count = questions.indexOf(who) + 1;
  return ['Scout', kind.toUpperCase(), ...(count > 1 ? [`${count}`] : [])].join(' ');
}

/** The first of these input fields that a call has describes it. */
const SUMMARY_FIELDS = ['command', 'path', 'pattern', 'url', 'question', 'under', 'globs', 'text', 'answer'];

/** A short description of a call from its input: the file, the command or the pattern. */
export function inputSummary(input: unknown, letters = 72): string {
  if (typeof input !== 'object' || input === null) return '';
  const fields = input as Readonly<Record<string, unknown>>;
  const value = [...SUMMARY_FIELDS.map((name) => fields[name]), ...Object.values(fields)].find(isShort);
  // Limits the work on a long input.
  const text = typeof value === 'string' ? value : (value ?? []).slice(0, 8).join(' ');
  return truncate(singleLine(text.slice(0, 8 * letters)), letters);
}

const isShort = (value: unknown): value is string | readonly string[] =>
  (typeof value === 'string' && value !== '') ||
  (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'));

/** A signal: what the person did, and their text. */
export function describeSignal(word: Signal, words: RunWords): { readonly what: string; readonly text: string } {
  switch (word.is) {
    case 'answer':
      return { what: words.signals(word), text: word.text };
    case 'select':
      return { what: words.signals({ is: word.is, ids: word.choice }), text: word.remark ?? '' };
    case 'approve':
      return { what: words.signals({ is: word.is, ids: word.ids.join(', ') }), text: word.how ?? '' };
    case 'reject': {
      const ids = [...(word.ids ?? []), ...(word.category === undefined ? [] : [word.category])].join(', ');
      return { what: words.signals({ is: word.is, ids }), text: word.why ?? '' };
    }
    case 'continue':
      return {
        what: words.signals({ is: word.is, usd: word.addUsd === undefined ? undefined : preciseUsd(word.addUsd) }),
        text: '',
      };
    case 'cancel':
      return { what: words.signals({ is: word.is }), text: '' };
  }
}

/**
 * Untrusted text in one line of a terminal, without control sequences and workflow commands of GitHub Actions. Do not put it at the
 * beginning of a line.
 */
export function plainLine(text: string, columns: number): string {
  // Limits the work on a long text.
  return clip(
    cleanOutput(text.slice(0, 20 * columns))
      .replace(/\s+/g, ' ')
      .trim(),
    columns,
  ).replaceAll('##[', '## [');
}
