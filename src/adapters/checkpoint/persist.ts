import type { Clock, Log } from '../../ports/index.js';
import { Refused } from './results.js';

// Retries of checkpoint requests. `judge` is pure.

type Call = 'list' | 'delete' | 'create' | 'put' | 'finalize';

interface Failure {
  /** Undefined: no response, so the effect is unknown. */
  readonly status: number | undefined;
  readonly tries: number;
  /** Short waits, because the process ends soon. */
  readonly last: boolean;
}

type Verdict =
  | { readonly is: 'again'; readonly after: number }
  /** It may have succeeded: check before sending it again. */
  | { readonly is: 'look'; readonly after: number }
  /** The name is taken by an artifact that is not listed: use another name at once. */
  | { readonly is: 'burnt' }
  | { readonly is: 'given up' };

const WAITS = [1_000, 4_000];
const WAITS_AT_LAST = [250];

/**
 * 409 on create: the name was taken by an unfinished upload, maybe our own whose reply was lost. 403 on finalize: the upload cannot be
 * finished under this name. Another name works in both cases.
 */
const NAME_IS_LOST: { readonly [call in Call]?: number } = { create: 409, finalize: 403 };

/** What to do after one failed request. */
export function judge(call: Call, { status, tries, last }: Failure): Verdict {
  if (NAME_IS_LOST[call] === status && status !== undefined) return { is: 'burnt' };
  const after = (last ? WAITS_AT_LAST : WAITS)[tries - 1];
  if (after === undefined || !(isTransient(status) || isFinished(call, status))) return { is: 'given up' };
  return { is: call === 'finalize' ? 'look' : 'again', after };
}

/** 429 is not retried: the next checkpoint comes anyway. */
const isTransient = (status: number | undefined): boolean => status === undefined || status === 408 || status >= 500;

/** Finalize was already done by an earlier try. */
const isFinished = (call: Call, status: number | undefined): boolean =>
  call === 'finalize' && (status === 404 || status === 409);

/** Limits and services of one upload. */
export interface UploadContext {
  /** Aborted when no time is left. */
  readonly signal: AbortSignal;
  /** Time limit of one request. */
  readonly requestMs: number;
  /** The runner is being shut down. */
  readonly last: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** The name cannot be used in this run. */
export class NameUnusable extends Error {}

export interface Request<T> {
  readonly call: Call;
  readonly send: (signal: AbortSignal) => Promise<T>;
  /** Finds the result if the request succeeded although its reply was lost. */
  readonly look?: (signal: AbortSignal) => Promise<T | undefined>;
}

/** Sends a request until it succeeds or `judge` gives up. Logs every failure. */
export async function persist<T>(request: Request<T>, context: UploadContext): Promise<T> {
  const { signal, requestMs, last, clock, log } = context;
  const within = () => AbortSignal.any([signal, AbortSignal.timeout(requestMs)]);
  for (let tries = 1; ; tries += 1) {
    try {
      return await request.send(within());
    } catch (error) {
      const status = error instanceof Refused ? error.status : undefined;
      const verdict = judge(request.call, { status, tries, last });
      const reason = error instanceof Error ? error.message : String(error);
      log('checkpoint', { call: request.call, status: status ?? 0, verdict: verdict.is, reason });
      if (verdict.is === 'burnt') throw new NameUnusable('the name is lost', { cause: error });
      if (verdict.is === 'given up') throw error;
      await clock.sleep(verdict.after, signal);
      if (signal.aborted) throw error;
      const found = verdict.is === 'look' ? await request.look?.(within()).catch(() => undefined) : undefined;
      if (found !== undefined) return found;
    }
  }
}
