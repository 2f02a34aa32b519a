// Deliveries that are not handled yet. Each is written to disk before GitHub gets its answer, and removed when it is handled.
import { Conflict } from '../ports/errors.js';
import type { Clock, Log, Store } from '../ports/index.js';

export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
}

export interface Inbox {
  /** Returns when the delivery is durable. Its handling starts then and is not awaited. */
  put(delivery: Delivery): Promise<void>;
  /** Handles the deliveries that an earlier process left. */
  resume(): Promise<void>;
  /** Resolves when no delivery is being handled. */
  idle(): Promise<void>;
}

export interface InboxOptions {
  readonly store: Store;
  readonly log: Log;
  readonly handle: (delivery: Delivery) => Promise<void>;
  readonly clock: Clock;
}

/** A delivery that fails this often is set aside, so that it does not block the others. */
const TRIES = 5;

const PREFIX = 'inbox/';
const logOf = (id: string): string => `${PREFIX}${id.replace(/[^\w-]/g, '')}`;

/** The pause before the second try; it doubles with each further one. */
const PAUSE = 2_000;

/** Deliveries of one repository are handled in order; repositories do not wait for each other. */
function laneOf({ payload }: Delivery): string {
  const { repository } = (payload ?? {}) as { repository?: { full_name?: unknown } };
  return String(repository?.full_name ?? '');
}

/** Opens the inbox of a store. */
export function openInbox({ store, log, handle, clock }: InboxOptions): Inbox {
  const lanes = new Map<string, Promise<void>>();

  /** Tries once. False if another try must follow. */
  async function attempt(name: string): Promise<boolean> {
    const found = await store.read(name);
    if (!found) return true;
    const [line = '', ...tries] = found.text.trimEnd().split('\n');
    if (tries.length >= TRIES) {
      log('set aside', { delivery: name, tries: tries.length });
      return true;
    }
    try {
      await handle(JSON.parse(line) as Delivery);
      await store.remove(name);
      return true;
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log('delivery failed', { delivery: name, error: message });
      await store.append(name, 'failed\n', found.at).catch(() => undefined);
      await clock.sleep(PAUSE * 2 ** tries.length);
      return false;
    }
  }

  async function work(name: string): Promise<void> {
    while (!(await attempt(name)));
  }

  const queue = (lane: string, name: string): void => {
    const before = lanes.get(lane) ?? Promise.resolve();
    const mine = before.then(() => work(name)).catch((error: unknown) => log('inbox', { error: String(error) }));
    lanes.set(lane, mine);
  };

  return {
    async put(delivery) {
      const name = logOf(delivery.id);
      try {
        await store.append(name, `${JSON.stringify(delivery)}\n`, null);
      } catch (error) {
        // The same delivery is in the inbox already.
        if (error instanceof Conflict) return;
        throw error;
      }
      queue(laneOf(delivery), name);
    },
    async resume() {
      for (const name of await store.list(PREFIX)) {
        const found = await store.read(name);
        if (found) queue(laneOf(JSON.parse(found.text.split('\n')[0] ?? '{}') as Delivery), name);
      }
    },
    async idle() {
      await Promise.all(lanes.values());
    },
  };
}
