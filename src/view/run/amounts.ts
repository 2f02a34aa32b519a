// Amounts as people read them. Pure.

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
