// Uploads the checkpoints of a job: decides when, chooses names, and repeats failed requests. Used by index.ts.

import type { Clock, Log } from '../../ports/index.js';
import { pack } from './archive.js';
import { type FinishedArtifact, type ListedArtifact, RefusedRequest, type Results } from './results.js';

/** How many names are tried for one checkpoint. */
const MAX_NAMES = 3;

/** Uploads documents under alternating names. When it throws, the failure is already in the log. */
export function uploader(service: Results, base: string) {
  /** Names of uploads that began and did not finish. */
  const unfinished = new Set<string>();
  /** Names whose delete request was repeated or failed. A delayed request could still delete a new artifact of this name. */
  const possiblyDeleted = new Set<string>();
  /** The stored artifacts; undefined at first and after failures, since earlier attempts of the job may have left some. */
  let stored: readonly ListedArtifact[] | undefined;

  const listStored = async (context: UploadContext): Promise<readonly ListedArtifact[]> => {
    stored ??= await withRetries({ call: 'list', send: service.list }, context);
    for (const { name } of stored) unfinished.delete(name);
    return stored;
  };

  const upload = async (document: Uint8Array, context: UploadContext): Promise<void> => {
    const found = await listStored(context);
    stored = undefined;
    const older = replaceable(base, found);
    for (const old of older) await deleteArtifact(service, { old, possiblyDeleted }, context);
    const remaining = found.filter((one) => !older.includes(one));
    const name = freeName(
      base,
      remaining.map((one) => one.name),
      unfinished,
      possiblyDeleted,
    );
    if (name === undefined) throw new Error('no name is left for another checkpoint');
    unfinished.add(name);
    const made = await createArtifact(service, { name, document }, context);
    unfinished.delete(name);
    stored = [...remaining, made];
  };

  return async (document: Uint8Array, context: UploadContext): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await upload(document, context);
      } catch (error) {
        if (!(error instanceof NameUnusable) || attempt === MAX_NAMES) throw error;
      }
    }
  };
}

interface ArtifactToDelete {
  readonly old: ListedArtifact;
  readonly possiblyDeleted: Set<string>;
}

async function deleteArtifact(
  service: Results,
  { old, possiblyDeleted }: ArtifactToDelete,
  context: UploadContext,
): Promise<void> {
  let sent = 0;
  possiblyDeleted.add(old.name);
  const send = (signal: AbortSignal): Promise<void> => {
    sent += 1;
    return service.remove(old, signal);
  };
  await withRetries({ call: 'delete', send }, context);
  if (sent === 1) possiblyDeleted.delete(old.name);
}

interface ArtifactToCreate {
  readonly name: string;
  readonly document: Uint8Array;
}

async function createArtifact(
  service: Results,
  { name, document }: ArtifactToCreate,
  context: UploadContext,
): Promise<ListedArtifact> {
  const archive = pack(name, document);
  const isUploaded = (one: ListedArtifact): boolean => one.name === name && one.digest === archive.digest;
  const uploadUrl = await withRetries({ call: 'create', send: (signal) => service.create(name, signal) }, context);
  await withRetries({ call: 'put', send: (signal) => service.put(uploadUrl, archive, signal) }, context);
  const finalize: Request<ListedArtifact> = {
    call: 'finalize',
    send: (signal) => service.finalize(name, archive, signal),
    findResult: async (signal) => (await service.list(signal)).find(isUploaded),
  };
  return withRetries(finalize, context);
}

/** The longest pause between two uploads, in milliseconds. */
export const MAX_PAUSE_MS = 60_000;

/**
 * The pause after the n-th upload of this job that succeeded, in milliseconds: 5 s longer each time. So the first paid answers are
 * stored soon, and six hours of work stay below the 500 artifacts of a run.
 */
export const pauseAfter = (n: number): number => Math.min(MAX_PAUSE_MS, 5000 * n);

interface UploadRequest {
  readonly digest: string;
  /** The digest of the newest checkpoint. */
  readonly stored: string | undefined;
  /** When the last upload was tried, successful or not, so that a failing service is not called every second. */
  readonly triedAt: number | undefined;
  /** How long to wait after that. */
  readonly pauseMs: number;
  readonly now: number;
  readonly last: boolean;
}

/** Whether to upload this document now. */
export function shouldUpload({ digest, stored, triedAt, pauseMs, now, last }: UploadRequest): boolean {
  if (digest === stored) return false;
  return last || triedAt === undefined || now - triedAt >= pauseMs;
}

/** The artifacts that the next upload replaces. The newest is never among them, so one complete checkpoint always exists. */
export function replaceable<T extends FinishedArtifact>(base: string, stored: readonly T[]): readonly T[] {
  const names = namesOf(base);
  const [, ...older] = stored.filter(({ name }) => names.includes(name)).sort((a, b) => b.id - a.id);
  return older;
}

/**
 * A free name, alternating between a and b. A third name is needed only if an upload was not finished: its name stays taken, is not
 * listed and cannot be deleted. Undefined if no name is left.
 */
export function freeName(base: string, ...taken: readonly Iterable<string>[]): string | undefined {
  const all = new Set(taken.flatMap((names) => [...names]));
  return namesOf(base).find((name) => !all.has(name));
}

const namesOf = (base: string): readonly string[] => [...'abcdefghijklmnopqrstuvwxyz'].map((each) => `${base}-${each}`);

type Call = 'list' | 'delete' | 'create' | 'put' | 'finalize';

interface Failure {
  /** Undefined: no response, so the effect is unknown. */
  readonly status: number | undefined;
  readonly tries: number;
  /** The last checkpoint of the job: waits are short, because the process is about to end. */
  readonly last: boolean;
}

type NextStep =
  | { readonly is: 'again'; readonly afterMs: number }
  /** The request may have succeeded: check before sending it again. */
  | { readonly is: 'look'; readonly afterMs: number }
  /** The name is taken by an artifact that is not listed: use another name at once. */
  | { readonly is: 'name-unusable' }
  | { readonly is: 'given up' };

const WAITS_MS = [1_000, 4_000];
const LAST_WAITS_MS = [250];

/**
 * 409 on create: the name was taken by an unfinished upload, maybe our own whose reply was lost. 403 on finalize: the service refuses to
 * finish an upload under this name. Another name works in both cases.
 */
const NAME_UNUSABLE: { readonly [call in Call]?: number } = { create: 409, finalize: 403 };

/** What to do after a failed request. */
export function nextAttempt(call: Call, { status, tries, last }: Failure): NextStep {
  if (NAME_UNUSABLE[call] === status && status !== undefined) return { is: 'name-unusable' };
  const afterMs = (last ? LAST_WAITS_MS : WAITS_MS)[tries - 1];
  if (afterMs === undefined || !(isTransient(status) || isFinalized(call, status))) return { is: 'given up' };
  return { is: call === 'finalize' ? 'look' : 'again', afterMs };
}

/** 429 is not retried: the next checkpoint comes anyway. */
const isTransient = (status: number | undefined): boolean => status === undefined || status === 408 || status >= 500;

/** An earlier attempt has finalized the artifact, and its reply was lost. */
const isFinalized = (call: Call, status: number | undefined): boolean =>
  call === 'finalize' && (status === 404 || status === 409);

/** Limits and services of one upload. */
interface UploadContext {
  /** Aborted when no time is left. */
  readonly signal: AbortSignal;
  /** Time limit of one request. */
  readonly requestMs: number;
  /** The runner is being shut down. */
  readonly last: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Thrown if the name cannot be used in this Actions run. */
class NameUnusable extends Error {}

interface Request<T> {
  readonly call: Call;
  readonly send: (signal: AbortSignal) => Promise<T>;
  /** Finds the result if the request succeeded although its reply was lost. */
  readonly findResult?: (signal: AbortSignal) => Promise<T | undefined>;
}

/** Sends a request until it succeeds or `nextAttempt` gives up. Logs every failure. */
async function withRetries<T>(request: Request<T>, context: UploadContext): Promise<T> {
  const { signal, requestMs, last, clock, log } = context;
  const within = () => AbortSignal.any([signal, AbortSignal.timeout(requestMs)]);
  for (let tries = 1; ; tries += 1) {
    try {
      return await request.send(within());
    } catch (error) {
      const status = error instanceof RefusedRequest ? error.status : undefined;
      const next = nextAttempt(request.call, { status, tries, last });
      const reason = error instanceof Error ? error.message : String(error);
      log('checkpoint', { call: request.call, status: status ?? 0, verdict: next.is, reason });
      if (next.is === 'name-unusable') throw new NameUnusable('the name cannot be used', { cause: error });
      if (next.is === 'given up') throw error;
      await clock.sleep(next.afterMs, signal);
      if (signal.aborted) throw error;
      const found = next.is === 'look' ? await request.findResult?.(within()).catch(() => undefined) : undefined;
      if (found !== undefined) return found;
    }
  }
}
