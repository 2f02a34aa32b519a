// Whose turn it is on an issue that somebody is at: the same words join, one more run waits, everybody else finds the place taken, which
// the first of them says to all.
// The queue is the last line of an append-only log, as a lease is: there is one place in it.
import { Conflict } from '../errors.js';
import type { Store } from '../ports.js';
import type { Lease } from './lease.js';

/** A run that waits; null once it had its turn. */
interface Place {
  readonly run: string | null;
  /** The digest of what it was asked. */
  readonly text?: string | undefined;
  /** The first that came after it, which says that the place is taken. */
  readonly told?: string | undefined;
}

export type Turn =
  | { readonly is: 'joins'; readonly run: string }
  | { readonly is: 'waits'; readonly behind: string }
  /** `tells`: it is for this one to say so; it was said to whoever comes after. */
  | { readonly is: 'refused'; readonly behind: string; readonly waiting: string; readonly tells: boolean };

const logOf = (key: string): string => `queue/${key}`;

async function last(store: Store, key: string): Promise<{ readonly place: Place; readonly at: string | null }> {
  const found = await store.read(logOf(key));
  const line = found?.text.trimEnd().split('\n').at(-1);
  return { place: line ? (JSON.parse(line) as Place) : { run: null }, at: found?.at ?? null };
}

const note = (store: Store, key: string, of: { place: Place; at: string | null }): Promise<string> =>
  store.append(logOf(key), `${JSON.stringify(of.place)}\n`, of.at);

/** Gets in line behind whoever holds the issue, joins a run that was asked the same, or finds the place taken. */
export async function getInLine(
  store: Store,
  key: string,
  { held, run, text }: { held: Lease; run: string; text: string },
): Promise<Turn> {
  const behind = held.run ?? held.holder;
  if (held.text === text) return { is: 'joins', run: behind };
  for (;;) {
    const { place, at } = await last(store, key);
    const { run: waiting, told } = place;
    if (waiting === run) return { is: 'waits', behind };
    if (waiting !== null && place.text === text) return { is: 'joins', run: waiting };
    if (waiting !== null && told !== undefined) return { is: 'refused', behind, waiting, tells: told === run };
    try {
      await note(store, key, { place: waiting === null ? { run, text } : { ...place, told: run }, at });
      return waiting === null ? { is: 'waits', behind } : { is: 'refused', behind, waiting, tells: true };
    } catch (error) {
      // Two asked at once: who was second sees who was first.
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

/** Who waits, if anybody does. */
export async function waiting(store: Store, key: string): Promise<string | null> {
  return (await last(store, key)).place.run;
}

/** It has its turn, or wants none any more. Others are left where they are. */
export async function leaveLine(store: Store, key: string, run: string): Promise<void> {
  for (;;) {
    const { place, at } = await last(store, key);
    if (place.run !== run) return;
    try {
      await note(store, key, { place: { run: null }, at });
      return;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}
