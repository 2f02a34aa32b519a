// The system clock, or a clock that starts at a given time (CREW_NOW). Used by src/services, by the App's server, and by src/cli for what
// runs without services (clean, list, show, the sandbox).

import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../ports/index.js';

/** Returns the system clock. With `startAt`, the clock shows that time now and runs on from there. */
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
