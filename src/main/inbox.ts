// What was delivered and is not done: on the disk before GitHub is answered, removed when it is done.
import { Conflict } from '../errors.js';
import type { Log, Store } from '../ports.js';

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
}

/** A delivery that fails so often is set aside: it must not keep the others from their turn for ever. */
const TRIES = 5;

const PREFIX = 'inbox/';
const logOf = (id: string): string => `${PREFIX}${id.replace(/[^\w-]/g, '')}`;

/** Opens the inbox of a store. */
export function openInbox({ store, log, handle }: InboxOptions): Inbox {
  let working: Promise<void> = Promise.resolve();

  async function work(name: string): Promise<void> {
    const found = await store.read(name);
    if (!found) return;
    const [line = '', ...tries] = found.text.trimEnd().split('\n');
    if (tries.length >= TRIES) return log('set aside', { delivery: name, tries: tries.length });
    try {
      await handle(JSON.parse(line) as Delivery);
      await store.remove(name);
    } catch (error) {
      log('delivery failed', {
        delivery: name,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      await store.append(name, 'failed\n', found.at).catch(() => undefined);
    }
  }

  /** One after the other, in the order in which they came. */
  const queue = (name: string): void => {
    working = working.then(() => work(name)).catch((error: unknown) => log('inbox', { error: String(error) }));
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
      queue(name);
    },
    async resume() {
      for (const name of await store.list(PREFIX)) queue(name);
    },
    idle: () => working,
  };
}
