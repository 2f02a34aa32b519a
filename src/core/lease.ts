// Who may work on an issue now. A lease is the last line of an append-only log, so taking it is the log's compare-and-swap.
import { Conflict } from '../errors.js';
import type { Clock, Store } from '../ports.js';
import { inTurn } from './in-turn.js';
import { endOf } from './journal.js';
import { type Desk, loadJournal } from './run.js';

export interface Lease {
  /** A process; between two jobs of a run, the run. */
  readonly holder: string;
  /** The run that it is held for. */
  readonly run?: string | undefined;
  /** The digest of what that run was asked, so that whoever asks the same joins it. */
  readonly text?: string | undefined;
  /** Grows with every taking; what an earlier holder still sends can be told by its lower number. */
  readonly fencing: number;
  readonly until: number;
}

export const TTL = 60_000;
export const HEARTBEAT = 15_000;

export type Asked = { readonly is: 'free'; readonly next: Lease } | { readonly is: 'held'; readonly by: Lease };

/**
 * Pure: may this holder have it now? A holder that surely is no more holds nothing, whatever its time.
 * Who holds it is refused like everybody else: two events in one process would undo each other as well.
 */
export function ask(
  current: Lease | null,
  by: {
    holder: string;
    now: number;
    isGone: (name: string) => boolean;
    run?: string | undefined;
    text?: string | undefined;
  },
): Asked {
  if (current && current.until > by.now && !by.isGone(current.holder)) return { is: 'held', by: current };
  const fencing = (current?.fencing ?? 0) + 1;
  const { holder, run, text } = by;
  return { is: 'free', next: { holder, ...(run === undefined ? {} : { run, text }), fencing, until: by.now + TTL } };
}

export interface Held {
  readonly fencing: number;
  /** Throws Conflict when somebody else has taken it meanwhile: then the work must stop. */
  renew(): Promise<void>;
  /** Kept for the run while its next jobs are at it; the last of them gives it back. */
  putDown(run: string, ms: number): Promise<void>;
  release(): Promise<void>;
  /** Throws Conflict once it was lost or has run out: then nothing more may be written. */
  check(): void;
}

const logOf = (key: string): string => `lease/${key}`;

async function current(store: Store, key: string): Promise<{ lease: Lease | null; at: string | null }> {
  const found = await store.read(logOf(key));
  const last = found?.text.trimEnd().split('\n').at(-1);
  return { lease: last ? (JSON.parse(last) as Lease) : null, at: found?.at ?? null };
}

/** Takes the lease of an issue, or says who has it. */
export async function takeLease(
  desk: Desk,
  key: string,
  of: { readonly run?: string; readonly text?: string } = {},
): Promise<Held | { readonly heldBy: Lease }> {
  const { leases, clock, holder } = desk;
  const found = await current(leases, key);
  const isOver = await isPutDownForNobody(desk, found.lease);
  const isGone = (name: string) => holder.isGone(name) || (isOver && name === found.lease?.holder);
  const asked = ask(found.lease, { holder: holder.name, now: clock.now(), isGone, ...of });
  if (asked.is === 'held') return { heldBy: asked.by };
  const write = (lease: Lease, at: string | null) => leases.append(logOf(key), `${JSON.stringify(lease)}\n`, at);
  try {
    const at = await write(asked.next, found.at);
    return heldFrom({ lease: asked.next, at }, { clock, write });
  } catch (error) {
    // Two asked at once: who was second sees who was first.
    if (!(error instanceof Conflict)) throw error;
    const { lease } = await current(leases, key);
    return { heldBy: lease ?? asked.next };
  }
}

/** A run that is over needs nothing any more: whoever ended it died before it could give the lease back. */
async function isPutDownForNobody({ store, clock }: Desk, lease: Lease | null): Promise<boolean> {
  if (!lease || lease.run !== lease.holder || lease.until <= clock.now()) return false;
  const found = await loadJournal(store, lease.run);
  return found !== null && endOf(found.journal) !== undefined;
}

/** Whether an issue is still held for a run. */
export async function isHeldFor(
  { leases, clock }: Pick<Desk, 'leases' | 'clock'>,
  key: string,
  run: string,
): Promise<boolean> {
  const { lease } = await current(leases, key);
  return lease?.run === run && lease.until > clock.now();
}

/** Gives back a lease that was put down for a run; one that somebody has taken since is theirs. */
export async function giveBack({ leases }: Pick<Desk, 'leases'>, key: string, run: string): Promise<void> {
  const { lease, at } = await current(leases, key);
  if (lease?.run !== run || lease.until === 0) return;
  await leases.append(logOf(key), `${JSON.stringify({ ...lease, until: 0 })}\n`, at).catch((error: unknown) => {
    if (!(error instanceof Conflict)) throw error;
  });
}

/** Whether nobody has it. */
export async function isFree({ leases, clock }: Pick<Desk, 'leases' | 'clock'>, key: string): Promise<boolean> {
  const { lease } = await current(leases, key);
  return lease === null || lease.until <= clock.now();
}

function heldFrom(
  from: { lease: Lease; at: string },
  { clock, write }: { clock: Clock; write: (lease: Lease, at: string) => Promise<string> },
): Held {
  let { lease, at } = from;
  let over = false;
  let isDown = false;
  const turn = inTurn();
  // One after the other: given back while it is being renewed, it is given back in the end.
  const note = (change: () => Partial<Lease>) =>
    turn(async () => {
      const next = { ...lease, ...change() };
      at = await write(next, at).catch((error: unknown) => {
        over ||= error instanceof Conflict;
        throw error;
      });
      lease = next;
    });
  return {
    fencing: lease.fencing,
    renew: () => note(() => ({ until: clock.now() + TTL })),
    putDown(run, ms) {
      over = true;
      isDown = true;
      return note(() => ({ holder: run, run, until: clock.now() + ms }));
    },
    release() {
      if (isDown) return Promise.resolve();
      over = true;
      return note(() => ({ until: 0 }));
    },
    check() {
      if (over || clock.now() >= lease.until) throw new Conflict('a lease that is over');
    },
  };
}

/** A store that takes nothing more once the lease is gone, so that what still runs behind it comes to its end. */
export function fenced(store: Store, held: Held): Store {
  return {
    ...store,
    async append(log, lines, at) {
      held.check();
      return store.append(log, lines, at);
    },
  };
}

/** A heartbeat that could not be sent is made good by the next one, for as long as the lease lasts. */
async function renewed(held: Held): Promise<void> {
  try {
    await held.renew();
  } catch (error) {
    if (error instanceof Conflict) throw error;
    held.check();
  }
}

/** Does the work while the lease is kept alive beside it; a lease that was lost ends it. */
export async function whileHeld<T>(held: Held, clock: Clock, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const beating = async (): Promise<never> => {
    for (;;) {
      await clock.sleep(HEARTBEAT, over.signal);
      if (over.signal.aborted) return new Promise<never>(() => undefined);
      await renewed(held);
    }
  };
  try {
    return await Promise.race([work(), beating()]);
  } finally {
    over.abort();
    // Whoever took it meanwhile keeps it; ours ends by itself.
    await held.release().catch(() => undefined);
  }
}
