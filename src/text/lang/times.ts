// Ages, times and table lookups for messages in every language. Used by rows.ts, the messages of the board (board/) and of
// src/workflows/facilitate, and `crew list`.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The time between two ISO times in its largest unit, rounded down; `none` below a minute and for an invalid time. */
export function ageOf(from: string, to: string): { readonly unit: 'none' | 'minute' | 'hour' | 'day'; n: number } {
  const age = Date.parse(to) - Date.parse(from);
  if (Number.isNaN(age) || age < MINUTE) return { unit: 'none', n: 0 };
  if (age < HOUR) return { unit: 'minute', n: Math.floor(age / MINUTE) };
  return age < DAY ? { unit: 'hour', n: Math.floor(age / HOUR) } : { unit: 'day', n: Math.floor(age / DAY) };
}

/** An ISO time as `2030-01-02 03:04 UTC`. An invalid time becomes `–`: its text is untrusted and is not shown. */
export function momentOf(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '–' : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A function that returns the word for a key; for an unknown key, the key itself. */
export const wordIn =
  (words: Readonly<Record<string, string>>) =>
  (key: string): string =>
    Object.hasOwn(words, key) ? (words[key] ?? key) : key;
