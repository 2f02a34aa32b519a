// Checkpoints of a job of GitHub Actions: artifacts of the run that are uploaded while it still goes on, so that an hour's work does not
// die with its runner. A document, when it changed and not too often (policy), packed into an archive (pack), goes through
// the results service (results) in four requests, of which each is sent again only as far as judge allows (persist), under two names in
// turn (upload): the newest always stands whole. Whatever fails is told to the log, and is nobody's trouble.
import { createHash } from 'node:crypto';
import type { Checkpoint, Clock, Log } from '../../ports.js';
import { backendIdsIn } from './backend-ids.js';
import { isWorthIt } from './policy.js';
import { resultsService } from './results.js';
import { uploader } from './upload.js';

export interface CheckpointOptions {
  /** ACTIONS_RUNTIME_TOKEN: what the runner gives to JavaScript actions alone. */
  readonly token: string;
  /** ACTIONS_RESULTS_URL. */
  readonly resultsUrl: string;
  /** What the artifacts' names begin with. Jobs of one run share their names, so it belongs to one job alone. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** For whoever has a way of their own to the network. */
  readonly fetch?: typeof fetch | undefined;
  /** So long one request may take, and the last checkpoint in all. */
  readonly timing?: { readonly requestMs: number; readonly lastMs: number } | undefined;
}

/** The process is ended five seconds after it was told to stop; what is not done before the last half second is not done at all. */
const TIMING = { requestMs: 20_000, lastMs: 4_500 };

/** An upload that goes on. */
interface UnderWay {
  readonly last: boolean;
  readonly stop: AbortController;
  readonly ended: Promise<boolean>;
}

/** Opens the place where this job leaves its work. */
export function openCheckpoint({ clock, timing = TIMING, ...options }: CheckpointOptions): Checkpoint {
  const send = senderOf({ clock, timing, ...options });
  let stored: string | undefined;
  let triedAt: number | undefined;
  let underWay: UnderWay | undefined;
  return {
    async leave(document, { last = false } = {}) {
      const until = last ? AbortSignal.timeout(timing.lastMs) : undefined;
      const digest = createHash('sha256').update(document).digest('hex');
      while (underWay !== undefined) {
        if (!last) return false;
        // What it carries is older than this, or it waits with more patience than there is time.
        if (!underWay.last) underWay.stop.abort();
        await underWay.ended;
      }
      const now = clock.now();
      if (!isWorthIt({ digest, stored, triedAt, now, last })) return digest === stored;
      triedAt = now;
      const stop = new AbortController();
      const signal = until === undefined ? stop.signal : AbortSignal.any([stop.signal, until]);
      underWay = { last, stop, ended: send(document, { last, signal }) };
      const stands = await underWay.ended;
      underWay = undefined;
      if (stands) stored = digest;
      return stands;
    },
  };
}

type Send = (document: Uint8Array, how: { readonly last: boolean; readonly signal: AbortSignal }) => Promise<boolean>;

/** Sends documents; whether one stands is all that anybody but the log hears of it. */
function senderOf(options: CheckpointOptions & { readonly timing: typeof TIMING }): Send {
  const { token, resultsUrl: url, name, clock, log, timing, fetch = globalThis.fetch } = options;
  const ids = backendIdsIn(token);
  const upload = ids === undefined ? nowhere : uploader(resultsService({ token, url, ids, fetch }), name);
  return async (document, { last, signal }) => {
    // Within the last few seconds a second try has to find room as well.
    const requestMs = last ? Math.ceil(timing.lastMs / 3) : timing.requestMs;
    try {
      await upload(document, { last, signal, requestMs, clock, log });
      return true;
    } catch (error) {
      log('checkpoint: not left', { name, reason: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };
}

const nowhere = (): Promise<void> => Promise.reject(new Error('the token of the runner names no run and no job'));
