// The GitHub client: counts and paces requests, and retries failures, so that its callers need not. Every file of this folder, of board/
// and of ci/ sends its requests through it; src/services creates it.
import { Octokit } from '@octokit/rest';
import { UnansweredWrite, UserError } from '../../ports/errors.js';
import type { ApiUsage, Clock, Log } from '../../ports/index.js';
import { type Failure, MAX_WAIT_MS, type NextAttempt, nextAttempt, recentWrites, waitBefore } from './request-rules.js';

/** The owner and the name of a repository, as parameters of REST requests. */
export type RepositoryName = {
  readonly owner: string;
  readonly repo: string;
};

/** What is needed to create a client. */
export interface ClientOptions {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** A token; with `fresh` a new one, because the last was refused. Null: none is available. */
  readonly token: (fresh: boolean) => Promise<string | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The GitHub client of one identity. */
export interface Client {
  readonly rest: Octokit['rest'];
  readonly request: Octokit['request'];
  readonly paginate: Octokit['paginate'];
  readonly graphql: <T>(query: string, variables?: Record<string, unknown>) => Promise<T>;
  readonly spent: () => ApiUsage;
}

/** The fields of a request that are used here. */
interface RequestOptions {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string | number | undefined>;
}

/** The API version in which a dispatch returns its run id. */
const API_VERSION = '2026-03-10';

/** REST writes that may be sent twice: git objects have content ids; reactions, labels and reviewers are sets. */
const REPEATABLE_WRITES = /\/(git\/(blobs|trees|commits)|reactions|issues\/[^/]+\/labels|requested_reviewers)$/;

/** Check run updates append annotations, so repeating one duplicates them. */
const APPENDING_WRITES = /\/check-runs\/(\d+|\{check_run_id\})$/;

/**
 * Whether a request may be sent again when its reply is lost. Every GraphQL request may: crew sends queries, changes of labels (a set) and
 * updates of a ref that name its old commit.
 */
function isRepeatable({ method, url }: RequestOptions): boolean {
  if (method === 'PATCH' && APPENDING_WRITES.test(url)) return false;
  return method !== 'POST' || REPEATABLE_WRITES.test(url) || url.endsWith('/graphql');
}

/** Whether GitHub counts the request toward its limits on creating content. */
const isContentWrite = ({ method, url }: RequestOptions): boolean =>
  method !== 'GET' && method !== 'HEAD' && !/\/git\/|\/graphql$/.test(url);

/** Throws if the answer was cut off: Octokit then returns the JSON as a string. */
function refuseTruncated<T extends { data: unknown; headers: { 'content-type'?: string | undefined } }>(answer: T): T {
  const isTruncated = typeof answer.data === 'string' && answer.headers['content-type']?.startsWith('application/json');
  if (isTruncated) throw new Error('the answer broke off');
  return answer;
}

const isLimit = ({ status }: Failure): boolean => status === 403 || status === 429;

/** What is known of a failed request, whatever Octokit threw. */
function failureOf(error: unknown): Failure {
  const httpError = error as { status?: unknown; message?: unknown; response?: { headers?: Failure['headers'] } };
  // Octokit reports a broken connection as status 500 without a response.
  const hasResponse = httpError.response !== undefined && typeof httpError.status === 'number';
  return {
    status: hasResponse ? Number(httpError.status) : undefined,
    headers: httpError.response?.headers ?? {},
    message: String(httpError.message ?? ''),
  };
}

/** Delays the requests of one identity by GitHub's rate limits and by crew's own limits for writes. */
function createPacer(clock: ClientOptions['clock']) {
  let writes: readonly number[] = [];
  let pausedUntil = 0;
  return {
    /** No request starts before this time. */
    pause(until: number): void {
      pausedUntil = Math.max(pausedUntil, until);
    },
    /** Waits until no rate limit is in force and, before a write of content, until crew's own limits allow one more. */
    async wait(options: RequestOptions): Promise<void> {
      await clock.sleep(pausedUntil - clock.now());
      if (!isContentWrite(options)) return;
      // The time of this write is recorded before waiting, so that two concurrent writes never take the same place.
      const now = clock.now();
      const at = now + waitBefore(writes, now);
      writes = [...recentWrites(writes, now), at];
      await clock.sleep(at - now);
    },
  };
}

/** A client for one identity. */
export function createClient({ apiUrl, graphqlUrl, token, clock, log }: ClientOptions): Client {
  const octokit = new Octokit({ baseUrl: apiUrl, userAgent: 'crew', log: noLog });
  const graphql = octokit.graphql.defaults({ baseUrl: graphqlUrl.replace(/\/graphql$/, '') });
  let requests = 0;
  let graphqlPoints = 0;
  const pacer = createPacer(clock);

  async function authorize(options: RequestOptions, fresh: boolean): Promise<void> {
    const value = await token(fresh);
    if (value) options.headers.authorization = `token ${value}`;
    options.headers['x-github-api-version'] = API_VERSION;
  }

  octokit.hook.wrap('request', async (send, options) => {
    await authorize(options, false);
    let isRenewed = false;
    for (let tries = 1; ; tries += 1) {
      await pacer.wait(options);
      requests += 1;
      try {
        return refuseTruncated(await send(options));
      } catch (error) {
        const failure = failureOf(error);
        const attempt = nextAttempt(failure, {
          repeatable: isRepeatable(options),
          tries,
          renewed: isRenewed,
          now: clock.now(),
        });
        isRenewed ||= attempt.is === 'renew';
        // Final errors such as 404 are answers and are not logged.
        if (attempt.is !== 'final')
          log('github', { method: options.method, url: options.url, status: failure.status ?? 0, verdict: attempt.is });
        await handleFailure(attempt, { error, failure, options });
      }
    }
  });

  async function handleFailure(
    attempt: NextAttempt,
    input: { error: unknown; failure: Failure; options: RequestOptions },
  ): Promise<void> {
    if (attempt.is === 'again') {
      if (isLimit(input.failure)) pacer.pause(clock.now() + attempt.after);
      return clock.sleep(attempt.after);
    }
    if (attempt.is === 'renew') return authorize(input.options, true);
    const what = `${input.options.method} ${input.options.url}`;
    if (attempt.is === 'unanswered') throw new UnansweredWrite(what, { cause: input.error });
    throw isRefusedWrite(input) ? readOnlyToken(input.error) : asUserError(input.error, input.failure, apiUrl);
  }

  return {
    rest: octokit.rest,
    request: octokit.request,
    paginate: octokit.paginate,
    async graphql<T>(query: string, variables: Record<string, unknown> = {}) {
      try {
        const answer = await graphql<T & { rateLimit?: { cost: number } }>(query, variables);
        graphqlPoints += answer.rateLimit?.cost ?? 0;
        return answer;
      } catch (error) {
        // An answer with errors in it costs as much.
        const { data } = error as { data?: { rateLimit?: { cost?: number } } | null };
        graphqlPoints += data?.rateLimit?.cost ?? 0;
        throw error;
      }
    },
    spent: () => ({ requests, graphqlPoints }),
  };
}

const noLog = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Whether a 404 means that the token may only read: GitHub answers 404 when such a token creates git objects. */
const isRefusedWrite = ({ failure, options }: { failure: Failure; options: RequestOptions }): boolean =>
  failure.status === 404 && options.method === 'POST' && /\/git\/(?:trees|blobs|commits|refs)$/.test(options.url);

function readOnlyToken(cause: unknown): UserError {
  return new UserError(
    {
      expected: 'a token that may write to the repository',
      found: 'one that may only read it',
      remedy: 'Give the token or the App write access to contents: crew keeps its records in refs/crew/*.',
      ends: 'refused',
    },
    { cause },
  );
}

/** Errors that a person can fix become user errors; others stay as they are. */
function asUserError(error: unknown, { status, message }: Failure, apiUrl: string): unknown {
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
        found: `a limit that lasts more than ${MAX_WAIT_MS / 60_000} minutes`,
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

/** The HTTP status of an error, or of its cause; undefined if there was no response. */
export function statusOf(error: unknown): number | undefined {
  return failureOf(error instanceof Error && error.cause !== undefined ? error.cause : error).status;
}

/** Caches the result of an async function. After a failure the next call tries again. */
export function cacheSuccess<T>(load: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= load().catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}
