// The system clock, or a clock that starts at a given time (CREW_NOW).

import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../ports/index.js';

/** The system clock. With `startAt`, time begins there and runs on. */
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
