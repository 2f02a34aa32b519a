// Rules for requests to GitHub, as pure functions: how long a write waits, so that writes of content stay below GitHub's limits of 80 a
// minute and 500 an hour, and what follows a failed request. Used by the client and by the batches of label changes.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const MAX_WRITES_PER_MINUTE = 60;
export const MAX_WRITES_PER_HOUR = 400;

/** GitHub counts a write when it arrives, so the window is a little longer. */
const MARGIN_MS = 2000;

/** How many milliseconds to wait so that no `span` contains more than `limit` writes. `times` are sorted, oldest first. */
export function waitForWindow(
  times: readonly number[],
  { now, limit, span }: { now: number; limit: number; span: number },
) {
  const timesInSpan = times.filter((time) => time > now - span - MARGIN_MS);
  const oldest = timesInSpan[timesInSpan.length - limit];
  return oldest === undefined ? 0 : oldest + span + MARGIN_MS - now;
}

/** How many milliseconds the next write has to wait. */
export function waitBefore(writes: readonly number[], now: number): number {
  return Math.max(
    waitForWindow(writes, { now, limit: MAX_WRITES_PER_MINUTE, span: MINUTE }),
    waitForWindow(writes, { now, limit: MAX_WRITES_PER_HOUR, span: HOUR }),
  );
}

/** The writes that still count. */
export function recentWrites(writes: readonly number[], now: number): readonly number[] {
  return writes.filter((time) => time > now - HOUR - MARGIN_MS);
}

/** A failed request. */
export interface Failure {
  /** Undefined: the connection broke, so the effect is unknown. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly message: string;
}

/** The facts about a request by which it is decided whether to repeat it. */
export interface SentRequest {
  /** Whether sending it twice is harmless: reads, and writes that set a state. */
  readonly repeatable: boolean;
  /** How often it was sent, this failure included. */
  readonly tries: number;
  /** Whether a fresh token was already requested. */
  readonly renewed: boolean;
  readonly now: number;
}

/** What to do after a failed request: send it again after some milliseconds, or with a fresh token, or give up. */
export type NextAttempt =
  | { readonly is: 'again'; readonly after: number }
  | { readonly is: 'renew' }
  /** It may have succeeded; only reading its effect can tell. */
  | { readonly is: 'unanswered' }
  | { readonly is: 'final' };

const MAX_TRIES = 4;

/** Longer waits end the run, which can be continued. */
export const MAX_WAIT_MS = 15 * MINUTE;

/** 1, 2, then 4 seconds. */
const backoff = (tries: number): number => 1000 * 2 ** (tries - 1);

/** `Retry-After` in milliseconds; the header holds seconds or a date. */
function retryAfter(value: string | undefined, now: number): number | undefined {
  if (!value?.trim()) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  // Date.parse accepts almost any number, so it must begin with a letter.
  const date = /^[a-z]/i.test(value.trim()) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}

/** How long a rate limit asks to wait; undefined if the response is no rate limit. */
function limitWait({ status, headers, message }: Failure, { tries, now }: SentRequest): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const retryAfterMs = retryAfter(headers['retry-after'], now);
  if (retryAfterMs !== undefined) return retryAfterMs;
  const isExhausted = headers['x-ratelimit-remaining'] === '0';
  const reset = Number(headers['x-ratelimit-reset'] || Number.NaN) * 1000;
  if (isExhausted && Number.isFinite(reset)) return Math.max(reset - now, 1000);
  // Without Retry-After, GitHub asks to wait a minute, and longer each time.
  return isExhausted || status === 429 || /secondary rate|abuse/i.test(message) ? MINUTE * 2 ** (tries - 1) : undefined;
}

/** What to do after one failed request. */
export function nextAttempt(failure: Failure, sent: SentRequest): NextAttempt {
  const wait = limitWait(failure, sent);
  // A rate limit is applied before anything is done, so any request may be repeated.
  if (wait !== undefined)
    return sent.tries < MAX_TRIES && wait <= MAX_WAIT_MS ? { is: 'again', after: wait } : { is: 'final' };
  if (failure.status === 401) return { is: sent.renewed ? 'final' : 'renew' };
  if (failure.status !== undefined && failure.status < 500) return { is: 'final' };
  if (!sent.repeatable) return { is: 'unanswered' };
  return sent.tries < MAX_TRIES ? { is: 'again', after: backoff(sent.tries) } : { is: 'final' };
}
