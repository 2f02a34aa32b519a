// Amounts, times, names of agents, calls and signals as short texts. Used by the views of a run, `crew list` and the log of the work job. Pure.

import type { Signal } from '../../ports/run.js';
import { cleanOutput, singleLine, truncate } from '../../text/clean-output.js';
import { type RunWords, runWords } from '../../text/lang/run/index.js';
import { clip } from '../terminal.js';

/** Dollars. Small amounts have more digits, so that they are not shown as zero. */
export function preciseUsd(amount: number): string {
  if (amount === 0) return '$0';
  return `$${amount.toFixed(amount < 0.0001 ? 6 : amount < 0.1 ? 4 : 2)}`;
}

/** A count in a few characters: 1234 becomes 1.2k. */
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

/** An ISO time as `2030-01-02 03:04 UTC`. Pages are stored, so they have times instead of ages. */
export const utcMinute = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** Milliseconds between two times. */
export const durationMs = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

/** A scout's name in the journal, such as `scout-a.1f2e`: the letter names the role, the rest the question. */
const SCOUT = /^scout-([a-z])\./;

/**
 * The name of an agent for readers: "Scout A", and "Scout A 2" for its second question, and `words.causesEditor`; other agents keep their name. `all`: the agents of the
 * run in the order in which they began.
 */
export function agentName(
  who: string,
  all: readonly string[] = [who],
  words: Pick<RunWords, 'causesEditor'> = runWords('en'),
): string {
  if (who === 'editor.hypotheses') return words.causesEditor;
  const letter = SCOUT.exec(who)?.[1];
  if (letter === undefined) return who;
  const sameScout = all.filter((each) => SCOUT.exec(each)?.[1] === letter);
  const question = sameScout.indexOf(who) + 1;
  return ['Scout', letter.toUpperCase(), ...(question > 1 ? [`${question}`] : [])].join(' ');
}

/** A call is described by the first of these fields that its input has. */
const SUMMARY_FIELDS = ['command', 'path', 'pattern', 'url', 'question', 'under', 'globs', 'text', 'answer'];

/** A short description of a call from its input: the file, the command or the pattern. Empty if no field of the input is text. */
export function inputSummary(input: unknown, maxCharacters = 72): string {
  if (typeof input !== 'object' || input === null) return '';
  const fields = input as Readonly<Record<string, unknown>>;
  const value = [...SUMMARY_FIELDS.map((name) => fields[name]), ...Object.values(fields)].find(isTextOrTexts);
  // Limits the work on a long input.
  const text = typeof value === 'string' ? value : (value ?? []).slice(0, 8).join(' ');
  return truncate(singleLine(text.slice(0, 8 * maxCharacters)), maxCharacters);
}

const isTextOrTexts = (value: unknown): value is string | readonly string[] =>
  (typeof value === 'string' && value !== '') ||
  (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'));

/** A signal in words: what the person did, and the text that they wrote with it. */
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
 * Untrusted text in one line of a terminal, without control sequences. Do not put it at the beginning of a line, where `::` would be a workflow
 * command of GitHub Actions.
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
