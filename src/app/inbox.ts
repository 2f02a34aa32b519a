// Stores the deliveries that are not handled yet, and calls their handler. Each is a file that is written before GitHub gets its answer, and
// removed when it is handled. Used by app.ts.

import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing, writeAtomically } from '../files/durable.js';
import type { Clock, Log } from '../ports/index.js';
import { fieldsOf } from '../text/json.js';

/** A webhook delivery of GitHub. */
export interface Delivery {
  readonly id: string;
  /** The name of the event, such as `issue_comment`. */
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
  readonly folder: string;
  readonly log: Log;
  readonly handle: (delivery: Delivery) => Promise<void>;
  readonly clock: Clock;
}

/** The content of a file. */
interface Stored extends Delivery {
  /** How often its handling has failed. */
  readonly failed: number;
}

/** A delivery that fails this often is set aside, so that it does not block the others. */
const MAX_TRIES = 5;

/** The pause before the second try, in milliseconds. It doubles before each further try. */
const FIRST_PAUSE_MS = 2_000;

/** Deliveries of one repository are handled in order; repositories do not wait for each other. */
const queueNameOf = ({ payload }: Delivery): string => String(fieldsOf(fieldsOf(payload).repository).full_name ?? '');

/** Opens the inbox in a folder. One process uses it at a time. */
export function openInbox({ folder, log, handle, clock }: InboxOptions): Inbox {
  /** By repository: the handling of its last delivery. */
  const queues = new Map<string, Promise<void>>();
  const queued = new Set<string>();
  const fileOf = (id: string): string => path.join(folder, `${id.replace(/[^\w-]/g, '')}.json`);
  const store = (file: string, stored: Stored) => writeAtomically(file, JSON.stringify(stored));

  /** Handles a delivery, at most five times. */
  async function handleFile(file: string): Promise<void> {
    for (;;) {
      const stored = JSON.parse(await readFile(file, 'utf8')) as Stored;
      const { failed, ...delivery } = stored;
      if (failed >= MAX_TRIES) return log('set aside', { delivery: delivery.id, tries: failed });
      try {
        await handle(delivery);
        await rm(file);
        queued.delete(file);
        return;
      } catch (error) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        log('delivery failed', { delivery: delivery.id, error: message });
        await store(file, { ...stored, failed: failed + 1 }).catch(() => undefined);
        await clock.sleep(FIRST_PAUSE_MS * 2 ** failed);
      }
    }
  }

  const queue = (delivery: Delivery): void => {
    const name = queueNameOf(delivery);
    const previous = queues.get(name) ?? Promise.resolve();
    const handling = previous
      .then(() => handleFile(fileOf(delivery.id)))
      .catch((error: unknown) => log('inbox', { error: String(error) }));
    queues.set(name, handling);
  };

  return {
    async put(delivery) {
      const file = fileOf(delivery.id);
      // The same delivery is in the inbox already.
      if (queued.has(file)) return;
      queued.add(file);
      await store(file, { ...delivery, failed: 0 }).catch((error: unknown) => {
        queued.delete(file);
        throw error;
      });
      queue(delivery);
    },
    async resume() {
      const names = await readdir(folder).catch((error) => ifMissing(error, []));
      for (const name of names.filter((each) => /^[\w-]+\.json$/.test(each)).sort()) {
        const file = path.join(folder, name);
        queued.add(file);
        queue(JSON.parse(await readFile(file, 'utf8')) as Stored);
      }
    },
    async idle() {
      await Promise.all(queues.values());
    },
  };
}
