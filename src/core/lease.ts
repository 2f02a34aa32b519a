// Who may work on an issue now. A lease is the last line of an append-only log, so taking it is the log's compare-and-swap.
import { Conflict } from '../errors.js';
import type { Clock, Store } from '../ports.js';
import type { Desk } from './desk.js';
import { inTurn } from './in-turn.js';
import { lastHeld } from './journal.js';
import { loadJournal } from './kept.js';

export interface Lease {
  /** A process; between two jobs of a run, the run. */
  readonly holder: string;
  /** The run that it is held for. */
  readonly run?: string | undefined;
  /** The digest of what that run was asked, so that whoever asks the same joins it. */
  readonly text?: string | undefined;
  /** The page of the attempt at a run of Actions that took it, so that whoever looks after that one finds it. */
  readonly page?: string | undefined;
  /** Who asked for that run. */
  readonly login?: string | undefined;
  /** Grows with every taking; what an earlier holder still sends can be told by its lower number. */
  readonly fencing: number;
  readonly until: number;
}

export const TTL = 60_000;
export const HEARTBEAT = 15_000;

/** For whom it is taken. */
export type Asker = Pick<Lease, 'run' | 'text' | 'page' | 'login'>;

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
  } & Asker,
): Asked {
  if (current && current.until > by.now && !by.isGone(current.holder)) return { is: 'held', by: current };
  const fencing = (current?.fencing ?? 0) + 1;
  const { holder, run, text, page, login } = by;
  const asker = run === undefined ? {} : { run, text, page, login };
  return { is: 'free', next: { holder, ...asker, fencing, until: by.now + TTL } };
}

export interface Held {
  readonly fencing: number;
  /** Throws Conflict when somebody else has taken it meanwhile: then the work must stop. */
  renew(): Promise<void>;
  /** Kept for the run while its next jobs are at it; the last of them gives it back. */
  putDown(run: string, ms: number): Promise<void>;
  /** What was taken up, and is somebody's after all, is left lying as it was. */
  putBack(): Promise<void>;
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

/** How the lease of an issue stands; null: nobody ever had it. */
export const leaseOn = async (store: Store, key: string): Promise<Lease | null> => (await current(store, key)).lease;

/** Takes the lease of an issue, or says who has it. */
export async function takeLease(desk: Desk, key: string, of: Asker = {}): Promise<Held | { readonly heldBy: Lease }> {
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

/** Takes up what was put down for a run, once it is known that nobody of those is left whom it was put down for; null: somebody was faster. */
export async function takeUp(desk: Desk, key: string, of: Pick<Lease, 'run' | 'page'>): Promise<Held | null> {
  const { leases, clock, holder } = desk;
  const { lease, at } = await current(leases, key);
  if (!lease || lease.run !== of.run || lease.holder !== of.run) return null;
  const next = { ...lease, holder: holder.name, page: of.page, fencing: lease.fencing + 1, until: clock.now() + TTL };
  const write = (each: Lease, from: string | null) => leases.append(logOf(key), `${JSON.stringify(each)}\n`, from);
  try {
    return heldFrom({ lease: next, at: await write(next, at), before: lease }, { clock, write });
  } catch (error) {
    if (error instanceof Conflict) return null;
    throw error;
  }
}

/** A run that is over needs nothing any more: its end is what gives back that which was put down for it. */
async function isPutDownForNobody(
  { store, clock }: Pick<Desk, 'store' | 'clock'>,
  lease: Lease | null,
): Promise<boolean> {
  if (!lease || lease.run !== lease.holder || lease.until <= clock.now()) return false;
  const found = await loadJournal(store, lease.run);
  // Somebody may have spoken to it since: then whoever takes it up now goes on with it.
  return found !== null && lastHeld(found.journal)?.kind === 'end';
}

/** Gives back a lease that was put down for a run that will never end; one that somebody has taken since is theirs. */
export async function giveBack({ leases }: Pick<Desk, 'leases'>, key: string, run: string): Promise<void> {
  const { lease, at } = await current(leases, key);
  if (lease?.run !== run || lease.until === 0) return;
  await leases.append(logOf(key), `${JSON.stringify({ ...lease, until: 0 })}\n`, at).catch((error: unknown) => {
    if (!(error instanceof Conflict)) throw error;
  });
}

/** Whether nobody has it. */
export async function isFree(desk: Pick<Desk, 'store' | 'leases' | 'clock'>, key: string): Promise<boolean> {
  const { lease } = await current(desk.leases, key);
  return lease === null || lease.until <= desk.clock.now() || isPutDownForNobody(desk, lease);
}

function heldFrom(
  from: { lease: Lease; at: string; before?: Lease },
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
    async renew() {
      // A beat beside it must not cut short what was put down.
      if (!isDown) await note(() => (isDown ? {} : { until: clock.now() + TTL }));
    },
    putDown(run, ms) {
      over = true;
      isDown = true;
      return note(() => ({ holder: run, run, until: clock.now() + ms }));
    },
    async putBack() {
      const { before } = from;
      if (!before) return;
      over = true;
      isDown = true;
      await note(() => ({ holder: before.holder, page: before.page, until: before.until }));
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
