// Checkpoints of the work job: artifacts that are uploaded while the job runs, so that its journal survives the loss of the runner. A
// document is uploaded if it changed and the last upload is long enough ago; it is zipped (archive.ts) and sent in four requests
// (results.ts) with retries, under alternating names (upload.ts), so that the previous checkpoint stays complete. Failures
// are logged and never fail the job. Used by src/action/work.ts.
import { createHash } from 'node:crypto';
import type { Checkpoint, Clock, Log } from '../../ports/index.js';
import { backendIdsIn, resultsService } from './results.js';
import { MAX_PAUSE_MS, pauseAfter, shouldUpload, uploader } from './upload.js';

export interface CheckpointOptions {
  /** ACTIONS_RUNTIME_TOKEN, which the runner passes to JavaScript actions only. */
  readonly token: string;
  /** ACTIONS_RESULTS_URL. */
  readonly resultsUrl: string;
  /** Prefix of the artifacts' names. All jobs of a run share one namespace, so it must be unique per job. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Replaces global fetch. */
  readonly fetch?: typeof fetch | undefined;
  /** Time limits of one request, and of the last checkpoint in total, in milliseconds. */
  readonly timing?: { readonly requestMs: number; readonly lastMs: number } | undefined;
}

/** The runner kills a process five seconds after it sent the stop signal. The last checkpoint must be uploaded before. */
const TIMING = { requestMs: 20_000, lastMs: 4_500 };

/** An upload in progress. `ended` resolves to whether it succeeded. */
interface Upload {
  readonly last: boolean;
  readonly stop: AbortController;
  readonly ended: Promise<boolean>;
}

/** Opens the checkpoints of this job. */
export function openCheckpoint({ clock, timing = TIMING, ...options }: CheckpointOptions): Checkpoint {
  const send = senderOf({ clock, timing, ...options });
  let stored: string | undefined;
  let triedAt: number | undefined;
  let uploads = 0;
  let pauseMs = 0;
  let upload: Upload | undefined;
  return {
    async store(document, { last = false } = {}) {
      const until = last ? AbortSignal.timeout(timing.lastMs) : undefined;
      const digest = createHash('sha256').update(document).digest('hex');
      while (upload !== undefined) {
        if (!last) return false;
        // The running upload has an older document or longer time limits, so it is aborted.
        if (!upload.last) upload.stop.abort();
        await upload.ended;
      }
      const now = clock.now();
      if (!shouldUpload({ digest, stored, triedAt, pauseMs, now, last })) return digest === stored;
      triedAt = now;
      const stop = new AbortController();
      const signal = until === undefined ? stop.signal : AbortSignal.any([stop.signal, until]);
      upload = { last, stop, ended: send(document, { last, signal }) };
      const succeeded = await upload.ended;
      upload = undefined;
      if (succeeded) {
        stored = digest;
        uploads += 1;
      }
      pauseMs = succeeded ? pauseAfter(uploads) : MAX_PAUSE_MS;
      return succeeded;
    },
  };
}

type Send = (
  document: Uint8Array,
  options: { readonly last: boolean; readonly signal: AbortSignal },
) => Promise<boolean>;

/** Sends documents; returns whether the upload succeeded, and logs failures. */
function senderOf(options: CheckpointOptions & { readonly timing: typeof TIMING }): Send {
  const { token, resultsUrl: url, name, clock, log, timing, fetch = globalThis.fetch } = options;
  const ids = backendIdsIn(token);
  const send = ids === undefined ? rejectUpload : uploader(resultsService({ token, url, ids, fetch }), name);
  return async (document, { last, signal }) => {
    // Leaves time for a second attempt within the last seconds.
    const requestMs = last ? Math.ceil(timing.lastMs / 3) : timing.requestMs;
    try {
      await send(document, { last, signal, requestMs, clock, log });
      return true;
    } catch (error) {
      log('checkpoint: not stored', { name, reason: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };
}

const rejectUpload = (): Promise<void> => Promise.reject(new Error('the token of the runner names no run and no job'));
