// What to do about an answer that is none: wait, try again, ask for a new token, or leave it to whoever can look. Pure.

export interface Trouble {
  /** undefined: the connection broke, nobody knows what happened. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly message: string;
}

export interface Sent {
  /** May be sent again without harm: reads, and writes that say what shall be, not what to add. */
  readonly repeatable: boolean;
  /** How often it was sent already. */
  readonly tries: number;
  /** A fresh token was asked for already: one is enough, however late the old one was refused. */
  readonly renewed: boolean;
  readonly now: number;
}

export type Verdict =
  | { readonly is: 'again'; readonly after: number }
  | { readonly is: 'renew' }
  /** It may have happened; only looking can tell. */
  | { readonly is: 'unanswered' }
  | { readonly is: 'final' };

const TRIES = 4;
const MINUTE = 60_000;

/** So long nobody waits in one request; the run says so and can be continued. */
export const LONGEST = 15 * MINUTE;

const backoff = (tries: number): number => 1000 * 2 ** (tries - 1);

/** `Retry-After` in milliseconds; it may be seconds or a date. */
function retryAfter(value: string | undefined, now: number): number | undefined {
  if (!value?.trim()) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  // Only what looks like a date: the parser finds one in nearly any number.
  const date = /^[a-z]/i.test(value.trim()) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}

/** How long GitHub wants to be left alone, or undefined when this is no limit at all. */
function limitWait({ status, headers, message }: Trouble, { tries, now }: Sent): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const asked = retryAfter(headers['retry-after'], now);
  if (asked !== undefined) return asked;
  const spent = headers['x-ratelimit-remaining'] === '0';
  const reset = Number(headers['x-ratelimit-reset'] || Number.NaN) * 1000;
  if (spent && Number.isFinite(reset)) return Math.max(reset - now, 1000);
  // Without a word of how long: at least a minute, and longer each time, as GitHub asks.
  return spent || status === 429 || /secondary rate|abuse/i.test(message) ? MINUTE * 2 ** (tries - 1) : undefined;
}

/** Judges one failure of one request. */
export function judge(trouble: Trouble, sent: Sent): Verdict {
  const wait = limitWait(trouble, sent);
  // A limit refuses before anything is done, so even what must not be doubled may be sent again.
  if (wait !== undefined) return sent.tries < TRIES && wait <= LONGEST ? { is: 'again', after: wait } : { is: 'final' };
  if (trouble.status === 401) return { is: sent.renewed ? 'final' : 'renew' };
  if (trouble.status !== undefined && trouble.status < 500) return { is: 'final' };
  if (!sent.repeatable) return { is: 'unanswered' };
  return sent.tries < TRIES ? { is: 'again', after: backoff(sent.tries) } : { is: 'final' };
}
