import type { Clock, Log } from '../../ports.js';
import { type Call, judge } from './judge.js';
import { Refused } from './results.js';

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
