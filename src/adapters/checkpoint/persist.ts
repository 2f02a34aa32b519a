import type { Clock, Log } from '../../ports.js';
import { Refused } from './results.js';

// What to do about a request that failed. Retries have one owner, and it is here. Pure.

type Call = 'list' | 'delete' | 'create' | 'put' | 'finalize';

interface Failure {
  /** Undefined: no answer came, and nobody knows what happened. */
  readonly status: number | undefined;
  readonly tries: number;
  /** No time is left for patience. */
  readonly last: boolean;
}

type Verdict =
  | { readonly is: 'again'; readonly after: number }
  /** It may have happened: look, before it is asked for again. */
  | { readonly is: 'look'; readonly after: number }
  /** The name is held by something that nobody can see: another one, at once. */
  | { readonly is: 'burnt' }
  | { readonly is: 'given up' };

const WAITS = [1_000, 4_000];
const WAITS_AT_LAST = [250];

/**
 * Taken: by whoever never finished, or by our own first try, when only its reply was lost; these cannot be told apart, and need not be.
 * Forbidden: what was begun can now and then not be finished. Under its own name it never can, under another one it can at once.
 */
const NAME_IS_LOST: { readonly [call in Call]?: number } = { create: 409, finalize: 403 };

/** Judges one failure of one request. */
export function judge(call: Call, { status, tries, last }: Failure): Verdict {
  if (NAME_IS_LOST[call] === status && status !== undefined) return { is: 'burnt' };
  const after = (last ? WAITS_AT_LAST : WAITS)[tries - 1];
  if (after === undefined || !(mayPass(status) || isFinished(call, status))) return { is: 'given up' };
  return { is: call === 'finalize' ? 'look' : 'again', after };
}

/** A limit (429) is not waited for: the next checkpoint comes by itself. */
const mayPass = (status: number | undefined): boolean => status === undefined || status === 408 || status >= 500;

/** There is nothing left to finish for who asks twice. */
const isFinished = (call: Call, status: number | undefined): boolean =>
  call === 'finalize' && (status === 404 || status === 409);

/** What surrounds one upload. */
export interface Patience {
  /** Aborted when there is no more time for it. */
  readonly signal: AbortSignal;
  /** So long one request may take. */
  readonly requestMs: number;
  /** The machine is being taken away. */
  readonly last: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** The name cannot be had in this run. */
export class Burnt extends Error {}

export interface Request<T> {
  readonly call: Call;
  readonly send: (signal: AbortSignal) => Promise<T>;
  /** What is to be found where it happened although no answer said so. */
  readonly look?: (signal: AbortSignal) => Promise<T | undefined>;
}

/** Sends a request until it is answered, as often as judge allows, and tells the log of every failure. */
export async function persist<T>(request: Request<T>, patience: Patience): Promise<T> {
  const { signal, requestMs, last, clock, log } = patience;
  const within = () => AbortSignal.any([signal, AbortSignal.timeout(requestMs)]);
  for (let tries = 1; ; tries += 1) {
    try {
      return await request.send(within());
    } catch (error) {
      const status = error instanceof Refused ? error.status : undefined;
      const verdict = judge(request.call, { status, tries, last });
      const reason = error instanceof Error ? error.message : String(error);
      log('checkpoint', { call: request.call, status: status ?? 0, verdict: verdict.is, reason });
      if (verdict.is === 'burnt') throw new Burnt('the name is lost', { cause: error });
      if (verdict.is === 'given up') throw error;
      await clock.sleep(verdict.after, signal);
      if (signal.aborted) throw error;
      const found = verdict.is === 'look' ? await request.look?.(within()).catch(() => undefined) : undefined;
      if (found !== undefined) return found;
    }
  }
}
