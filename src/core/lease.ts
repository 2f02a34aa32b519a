// Who may work on an issue now. A lease is the last line of an append-only log, so taking it is the log's compare-and-swap.
import { Conflict } from '../errors.js';
import type { Store } from '../ports.js';
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
export function ask(current: Lease | null, by: { holder: string; now: number; isGone: (name: string) => boolean }): Asked {
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
export async function takeLease({ store, clock, holder }: Desk, key: string): Promise<Held | { readonly heldBy: Lease }> {
  const found = await current(store, key);
  const asked = ask(found.lease, { holder: holder.name, now: clock.now(), isGone: holder.isGone });
  if (asked.is === 'held') return { heldBy: asked.by };
  const write = (lease: Lease, at: string | null) => store.append(logOf(key), `${JSON.stringify(lease)}\n`, at);
  let at: string;
  try {
    at = await write(asked.next, found.at);
  } catch (error) {
    // Two asked at once: who was second sees who was first.
    if (!(error instanceof Conflict)) throw error;
    const { lease } = await current(store, key);
    return { heldBy: lease ?? asked.next };
  }
  const until = async (time: number) => {
    at = await write({ ...asked.next, until: time }, at);
  };
  return { fencing: asked.next.fencing, renew: () => until(clock.now() + TTL), release: () => until(0) };
}

/** Does the work while the lease is kept alive beside it. */
export async function whileHeld<T>(held: Held, clock: Desk['clock'], work: () => Promise<T>): Promise<T> {
  let over = false;
  const beat = async () => {
    for (;;) {
      await clock.sleep(HEARTBEAT);
      if (over) return;
      await held.renew();
    }
  };
  const lost = beat();
  try {
    return await Promise.race([work(), lost.then(() => new Promise<never>(() => undefined))]);
  } finally {
    over = true;
    await held.release().catch(() => undefined);
  }
}
