// One way out to GitHub: every request is counted, paced, and its failures judged. Retries have one owner, and it is here.
import { Octokit } from '@octokit/rest';
import { Unanswered, UserError } from '../../errors.js';
import type { Clock, Log, Spent } from '../../ports.js';
import { recent, waitBefore } from './pace.js';

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

export interface ClientOptions {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** A token; a fresh one when the last was refused. Null: none is to be had. */
  readonly token: (fresh: boolean) => Promise<string | null>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Client {
  readonly rest: Octokit['rest'];
  readonly request: Octokit['request'];
  readonly paginate: Octokit['paginate'];
  readonly graphql: <T>(query: string, variables?: Record<string, unknown>) => Promise<T>;
  readonly spent: () => Spent;
}

/** As much of a request on its way as is looked at here. */
interface RequestOptions {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string | number | undefined>;
}

/** The version of the API that answers a dispatch with its run. */
export const API_VERSION = '2026-03-10';

/** Writes that may be sent twice: git objects are named by their content; reactions, labels of an issue, reviewers are kept once. */
const HARMLESS = /\/(git\/(blobs|trees|commits)|reactions|issues\/[^/]+\/labels|requested_reviewers)$/;

/** Adds its annotations to those that are there: sent twice, they stand there twice. */
const ADDING = /\/check-runs\/(\d+|\{check_run_id\})$/;

function isRepeatable({ method, url }: RequestOptions): boolean {
  if (method === 'PATCH' && ADDING.test(url)) return false;
  return method !== 'POST' || HARMLESS.test(url) || url.endsWith('/graphql');
}

const isContentWrite = ({ method, url }: RequestOptions): boolean =>
  method !== 'GET' && method !== 'HEAD' && !/\/git\/|\/graphql$/.test(url);

/** JSON that is no JSON was cut off on its way, and Octokit hands it on as a text. */
function whole<T extends { data: unknown; headers: { 'content-type'?: string | undefined } }>(answer: T): T {
  const isCut = typeof answer.data === 'string' && answer.headers['content-type']?.startsWith('application/json');
  if (isCut) throw new Error('the answer broke off');
  return answer;
}

const isLimit = ({ status }: Trouble): boolean => status === 403 || status === 429;

function troubleOf(error: unknown): Trouble {
  const known = error as { status?: unknown; message?: unknown; response?: { headers?: Trouble['headers'] } };
  // Octokit calls a broken connection a 500 of its own; only an answer of GitHub's has headers.
  const answered = known.response !== undefined && typeof known.status === 'number';
  return {
    status: answered ? Number(known.status) : undefined,
    headers: known.response?.headers ?? {},
    message: String(known.message ?? ''),
  };
}

/** A client for one identity. */
export function createClient({ apiUrl, graphqlUrl, token, clock, log }: ClientOptions): Client {
  const octokit = new Octokit({ baseUrl: apiUrl, userAgent: 'crew', log: silent });
  const graphql = octokit.graphql.defaults({ baseUrl: graphqlUrl.replace(/\/graphql$/, '') });
  let requests = 0;
  let graphqlPoints = 0;
  let writes: readonly number[] = [];
  let quietUntil = 0;

  /** What one request was told holds for all: while GitHub wants to be left alone, nothing is sent. */
  async function pace(options: RequestOptions): Promise<void> {
    await clock.sleep(quietUntil - clock.now());
    if (!isContentWrite(options)) return;
    // The place in the row is taken before waiting for it, so that two never wait for the same one.
    const now = clock.now();
    const at = now + waitBefore(writes, now);
    writes = [...recent(writes, now), at];
    await clock.sleep(at - now);
  }

  async function authorize(options: RequestOptions, fresh: boolean): Promise<void> {
    const value = await token(fresh);
    if (value) options.headers.authorization = `token ${value}`;
    options.headers['x-github-api-version'] = API_VERSION;
  }

  octokit.hook.wrap('request', async (send, options) => {
    await authorize(options, false);
    let renewed = false;
    for (let tries = 1; ; tries += 1) {
      await pace(options);
      requests += 1;
      try {
        return whole(await send(options));
      } catch (error) {
        const trouble = troubleOf(error);
        const verdict = judge(trouble, { repeatable: isRepeatable(options), tries, renewed, now: clock.now() });
        renewed ||= verdict.is === 'renew';
        // That something is not there is an answer, and no trouble.
        if (verdict.is !== 'final')
          log('github', { method: options.method, url: options.url, status: trouble.status ?? 0, verdict: verdict.is });
        await follow(verdict, { error, trouble, options });
      }
    }
  });

  async function follow(
    verdict: Verdict,
    of: { error: unknown; trouble: Trouble; options: RequestOptions },
  ): Promise<void> {
    if (verdict.is === 'again') {
      if (isLimit(of.trouble)) quietUntil = Math.max(quietUntil, clock.now() + verdict.after);
      return clock.sleep(verdict.after);
    }
    if (verdict.is === 'renew') return authorize(of.options, true);
    const what = `${of.options.method} ${of.options.url}`;
    if (verdict.is === 'unanswered') throw new Unanswered(what, { cause: of.error });
    throw said(of.error, of.trouble, apiUrl);
  }

  return {
    rest: octokit.rest,
    request: octokit.request,
    paginate: octokit.paginate,
    async graphql<T>(query: string, variables: Record<string, unknown> = {}) {
      const answer = await graphql<T & { rateLimit?: { cost: number } }>(query, variables);
      graphqlPoints += answer.rateLimit?.cost ?? 0;
      return answer;
    },
    spent: () => ({ requests, graphqlPoints }),
  };
}

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** What a person can do something about is said as such; everything else stays what it is. */
function said(error: unknown, { status, message }: Trouble, apiUrl: string): unknown {
  if (status === undefined || status >= 500) {
    return new UserError(
      {
        expected: `an answer from ${apiUrl}`,
        found: status === undefined ? 'no connection' : `error ${status} again and again`,
        remedy: 'Try again when it is reachable; nothing was lost.',
        ends: 'infra_error',
      },
      { cause: error },
    );
  }
  if (status === 401) {
    return new UserError(
      {
        expected: 'a token that GitHub accepts',
        found: 'one that it refuses',
        remedy: 'Set GITHUB_TOKEN to a valid one.',
        ends: 'refused',
      },
      { cause: error },
    );
  }
  if ((status === 403 && /rate limit|abuse/i.test(message)) || status === 429) {
    return new UserError(
      {
        expected: 'GitHub to take requests again soon',
        found: `a limit that lasts more than ${LONGEST / 60_000} minutes`,
        remedy: 'Try again later; what was done is kept.',
        ends: 'infra_error',
      },
      { cause: error },
    );
  }
  if (status === 403) {
    return new UserError(
      {
        expected: 'a token with the permission for this',
        found: message,
        remedy: 'Run `crew doctor` to see which one is missing.',
        ends: 'refused',
      },
      { cause: error },
    );
  }
  return error;
}

/** The status of an answer of GitHub's that is not what was wished for. */
export function statusOf(error: unknown): number | undefined {
  return troubleOf(error instanceof Error && error.cause !== undefined ? error.cause : error).status;
}
