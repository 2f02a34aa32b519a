// What was delivered and is not done: on the disk before GitHub is answered, removed when it is done.
import { Conflict } from '../ports/errors.js';
import type { Clock, Log, Store } from '../ports/index.js';

export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
}

export interface Inbox {
  /** Durable when it returns; the work begins then, and is not waited for. */
  put(delivery: Delivery): Promise<void>;
  /** Takes up what was left lying by a process that is no more. */
  resume(): Promise<void>;
  /** Resolves when nothing is being worked on. */
  idle(): Promise<void>;
}

export interface InboxOptions {
  readonly store: Store;
  readonly log: Log;
  readonly handle: (delivery: Delivery) => Promise<void>;
  readonly clock: Clock;
}

/** A delivery that fails so often is set aside: it must not keep the others from their turn for ever. */
const TRIES = 5;

const PREFIX = 'inbox/';
const logOf = (id: string): string => `${PREFIX}${id.replace(/[^\w-]/g, '')}`;

/** So long a delivery that failed waits for its next try, longer each time. */
const PAUSE = 2_000;

/** Repositories do not wait for each other; within one, the order in which things came is kept. */
function laneOf({ payload }: Delivery): string {
  const { repository } = (payload ?? {}) as { repository?: { full_name?: unknown } };
  return String(repository?.full_name ?? '');
}

/** Opens the inbox of a store. */
export function openInbox({ store, log, handle, clock }: InboxOptions): Inbox {
  const lanes = new Map<string, Promise<void>>();

  /** One try; false when another has to follow. */
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
      const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log('delivery failed', { delivery: name, error: said });
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
        // Delivered before, and still here: it has its turn already.
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
