// Helpers for every language: ages, times, and table lookups.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An age in its largest unit; `none` below a minute and for an invalid time. */
export function ageOf(from: string, to: string): { readonly unit: 'none' | 'minute' | 'hour' | 'day'; n: number } {
  const age = Date.parse(to) - Date.parse(from);
  if (Number.isNaN(age) || age < MINUTE) return { unit: 'none', n: 0 };
  if (age < HOUR) return { unit: 'minute', n: Math.floor(age / MINUTE) };
  return age < DAY ? { unit: 'hour', n: Math.floor(age / HOUR) } : { unit: 'day', n: Math.floor(age / DAY) };
}

/** `2030-01-02 03:04 UTC`. An invalid time is not shown, since it is untrusted text. */
export function momentOf(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '–' : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The word for a key; without a word, the key. */
export const wordIn =
  (words: Readonly<Record<string, string>>) =>
  (key: string): string =>
    Object.hasOwn(words, key) ? (words[key] ?? key) : key;
