// Who may work on an issue now. A lease is the last line of an append-only log, so taking it is the log's compare-and-swap.
import { Conflict } from '../errors.js';
import type { Clock, Store } from '../ports.js';
import type { Desk } from './run.js';

export interface Lease {
  readonly holder: string;
  /** Grows with every taking; what an earlier holder still sends can be told by its lower number. */
  readonly fencing: number;
  readonly until: number;
}

export const TTL = 60_000;
export const HEARTBEAT = 15_000;

export type Asked = { readonly is: 'free'; readonly next: Lease } | { readonly is: 'held'; readonly by: Lease };

/** Pure: may this holder have it now? A holder that surely is no more holds nothing, whatever its time. */
export function ask(
  current: Lease | null,
  by: { holder: string; now: number; isGone: (name: string) => boolean },
): Asked {
  const held = current && current.until > by.now && current.holder !== by.holder && !by.isGone(current.holder);
  if (held) return { is: 'held', by: current };
  const fencing = current?.holder === by.holder ? current.fencing : (current?.fencing ?? 0) + 1;
  return { is: 'free', next: { holder: by.holder, fencing, until: by.now + TTL } };
}

export interface Held {
  readonly fencing: number;
  /** Throws Conflict when somebody else has taken it meanwhile: then the work must stop. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

const logOf = (key: string): string => `lease/${key}`;

async function current(store: Store, key: string): Promise<{ lease: Lease | null; at: string | null }> {
  const found = await store.read(logOf(key));
  const last = found?.text.trimEnd().split('\n').at(-1);
  return { lease: last ? (JSON.parse(last) as Lease) : null, at: found?.at ?? null };
}

/** Takes the lease of an issue, or says who has it. */
export async function takeLease(
  { leases, clock, holder }: Desk,
  key: string,
): Promise<Held | { readonly heldBy: Lease }> {
  const found = await current(leases, key);
  const asked = ask(found.lease, { holder: holder.name, now: clock.now(), isGone: holder.isGone });
  if (asked.is === 'held') return { heldBy: asked.by };
  const write = (lease: Lease, at: string | null) => leases.append(logOf(key), `${JSON.stringify(lease)}\n`, at);
  let at: string;
  try {
    at = await write(asked.next, found.at);
  } catch (error) {
    // Two asked at once: who was second sees who was first.
    if (!(error instanceof Conflict)) throw error;
    const { lease } = await current(leases, key);
    return { heldBy: lease ?? asked.next };
  }
  const until = async (time: number) => {
    at = await write({ ...asked.next, until: time }, at);
  };
  return { fencing: asked.next.fencing, renew: () => until(clock.now() + TTL), release: () => until(0) };
}

/** Does the work while the lease is kept alive beside it; a lease that was lost ends it. */
export async function whileHeld<T>(held: Held, clock: Clock, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const beating = async (): Promise<never> => {
    for (;;) {
      await clock.sleep(HEARTBEAT, over.signal);
      if (over.signal.aborted) return new Promise<never>(() => undefined);
      await held.renew();
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
