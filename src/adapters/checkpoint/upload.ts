import { pack } from './pack.js';
import { NameUnusable, persist, type Request, type UploadContext } from './persist.js';
import { freeName, outdated } from './policy.js';
import type { Listed, Results } from './results.js';

/** Gives up after this many unusable names in a row. */
const MOST_NAMES = 3;

/** Uploads documents under alternating names. Failures have been logged when it throws. */
export function uploader(service: Results, base: string) {
  /** Names of uploads that were begun and not finished. */
  const unfinished = new Set<string>();
  /** Names that were deleted more than once: a delayed delete request could still remove a new artifact of this name. */
  const doubtful = new Set<string>();
  /** The stored artifacts; undefined at first and after failures, since earlier attempts of the job may have left some. */
  let stored: readonly Listed[] | undefined;

  const look = async (context: UploadContext): Promise<readonly Listed[]> => {
    stored ??= await persist({ call: 'list', send: service.list }, context);
    for (const { name } of stored) unfinished.delete(name);
    return stored;
  };

  const upload = async (document: Uint8Array, context: UploadContext): Promise<void> => {
    const found = await look(context);
    stored = undefined;
    const older = outdated(base, found);
    for (const old of older) await clear(service, { old, doubtful }, context);
    const remaining = found.filter((one) => !older.includes(one));
    const name = freeName(
      base,
      remaining.map((one) => one.name),
      unfinished,
      doubtful,
    );
    if (name === undefined) throw new Error('no name is left for another checkpoint');
    unfinished.add(name);
    const made = await make(service, { name, document }, context);
    unfinished.delete(name);
    stored = [...remaining, made];
  };

  return async (document: Uint8Array, context: UploadContext): Promise<void> => {
    for (let names = 1; ; names += 1) {
      try {
        return await upload(document, context);
      } catch (error) {
        if (!(error instanceof NameUnusable) || names === MOST_NAMES) throw error;
      }
    }
  };
}

interface Clearing {
  readonly old: Listed;
  readonly doubtful: Set<string>;
}

async function clear(service: Results, { old, doubtful }: Clearing, context: UploadContext): Promise<void> {
  let sent = 0;
  doubtful.add(old.name);
  const send = (signal: AbortSignal): Promise<void> => {
    sent += 1;
    return service.remove(old, signal);
  };
  await persist({ call: 'delete', send }, context);
  if (sent === 1) doubtful.delete(old.name);
}

interface Draft {
  readonly name: string;
  readonly document: Uint8Array;
}

async function make(service: Results, { name, document }: Draft, context: UploadContext): Promise<Listed> {
  const archive = pack(name, document);
  const isIt = (one: Listed): boolean => one.name === name && one.digest === archive.digest;
  const place = await persist({ call: 'create', send: (signal) => service.create(name, signal) }, context);
  await persist({ call: 'put', send: (signal) => service.put(place, archive, signal) }, context);
  const finalize: Request<Listed> = {
    call: 'finalize',
    send: (signal) => service.finalize(name, archive, signal),
    look: async (signal) => (await service.list(signal)).find(isIt),
  };
  return persist(finalize, context);
}
