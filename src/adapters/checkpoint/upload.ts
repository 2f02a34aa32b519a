import { pack } from './pack.js';
import { Burnt, type Patience, persist, type Request } from './persist.js';
import { freeName, outdated } from './policy.js';
import type { Listed, Results } from './results.js';

/** After so many names that were lost in a row, this is no bad luck. */
const MOST_NAMES = 3;

/** Uploads one document after the other under alternating names; what it throws was told to the log. */
export function uploader(service: Results, base: string) {
  /** Begun by us and not finished. */
  const burnt = new Set<string>();
  /** Deleted more than once: an order that was held up on its way could still come, and find another artifact of that name. */
  const doubtful = new Set<string>();
  /** Unknown at first, and after every failure: an earlier attempt at this job may have left some. */
  let stored: readonly Listed[] | undefined;

  const look = async (patience: Patience): Promise<readonly Listed[]> => {
    stored ??= await persist({ call: 'list', send: service.list }, patience);
    for (const { name } of stored) burnt.delete(name);
    return stored;
  };

  const upload = async (document: Uint8Array, patience: Patience): Promise<void> => {
    const found = await look(patience);
    stored = undefined;
    const older = outdated(base, found);
    for (const old of older) await clear(service, { old, doubtful }, patience);
    const kept = found.filter((one) => !older.includes(one));
    const name = freeName(
      base,
      kept.map((one) => one.name),
      burnt,
      doubtful,
    );
    if (name === undefined) throw new Error('no name is left for another checkpoint');
    burnt.add(name);
    const made = await make(service, { name, document }, patience);
    burnt.delete(name);
    stored = [...kept, made];
  };

  return async (document: Uint8Array, patience: Patience): Promise<void> => {
    for (let names = 1; ; names += 1) {
      try {
        return await upload(document, patience);
      } catch (error) {
        if (!(error instanceof Burnt) || names === MOST_NAMES) throw error;
      }
    }
  };
}

interface Clearing {
  readonly old: Listed;
  readonly doubtful: Set<string>;
}

async function clear(service: Results, { old, doubtful }: Clearing, patience: Patience): Promise<void> {
  let sent = 0;
  doubtful.add(old.name);
  const send = (signal: AbortSignal): Promise<void> => {
    sent += 1;
    return service.remove(old, signal);
  };
  await persist({ call: 'delete', send }, patience);
  if (sent === 1) doubtful.delete(old.name);
}

interface Draft {
  readonly name: string;
  readonly document: Uint8Array;
}

async function make(service: Results, { name, document }: Draft, patience: Patience): Promise<Listed> {
  const archive = pack(name, document);
  const isIt = (one: Listed): boolean => one.name === name && one.digest === archive.digest;
  const place = await persist({ call: 'create', send: (signal) => service.create(name, signal) }, patience);
  await persist({ call: 'put', send: (signal) => service.put(place, archive, signal) }, patience);
  const finalize: Request<Listed> = {
    call: 'finalize',
    send: (signal) => service.finalize(name, archive, signal),
    look: async (signal) => (await service.list(signal)).find(isIt),
  };
  return persist(finalize, patience);
}
