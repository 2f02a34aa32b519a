// What is equal in every language: how far two moments are apart, how a moment is written, how a word is found in its table.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The largest unit that fits; what is no time has none. */
export function spanOf(from: string, to: string): { readonly unit: 'none' | 'minute' | 'hour' | 'day'; n: number } {
  const age = Date.parse(to) - Date.parse(from);
  if (Number.isNaN(age) || age < MINUTE) return { unit: 'none', n: 0 };
  if (age < HOUR) return { unit: 'minute', n: Math.floor(age / MINUTE) };
  return age < DAY ? { unit: 'hour', n: Math.floor(age / HOUR) } : { unit: 'day', n: Math.floor(age / DAY) };
}

/** `2030-01-02 03:04 UTC`. What is no time is not shown: it could be anything. */
export function momentOf(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '–' : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The word for something, or the thing itself when there is none. */
export const wordIn =
  (words: Readonly<Record<string, string>>) =>
  (key: string): string =>
    Object.hasOwn(words, key) ? (words[key] ?? key) : key;
