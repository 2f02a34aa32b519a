import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../ports.js';

/** The machine's clock; a fixed start makes time begin there and go on from it. */
export function systemClock(startAt?: number): Clock {
  const offset = startAt === undefined ? 0 : startAt - Date.now();
  return {
    now: () => Date.now() + offset,
    async sleep(ms, signal) {
      if (ms <= 0) return;
      await setTimeout(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
        if (!signal?.aborted) throw error;
      });
    },
  };
}
