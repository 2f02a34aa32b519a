// A clock for whole jobs: it stands still while anything is done, and goes on to whoever wakes next when nothing is. So waiting takes
// no time, and heartbeats beat only while somebody waits, as they would.
import type { Clock } from '../../src/ports.js';
import { fallAsleep, type Sleeper, START } from './clock.js';

export interface IdleClock extends Clock {
  pass(ms: number): void;
  /** Goes back to a time at which nobody slept yet. */
  turnBack(to: number): void;
  /** Does what must be over before time goes on. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** Nothing is done when so many turns of the loop went by and nobody began anything. */
const TURNS = 4;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Files are read and written by this very process; what is sent says itself when it is over. */
const usesFiles = (): boolean => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

export function idleClock(start = START): IdleClock {
  const sleepers = new Set<Sleeper>();
  let now = start;
  let underway = 0;
  let isWatched = false;
  const watch = async (): Promise<void> => {
    if (isWatched) return;
    isWatched = true;
    for (let idle = 0; sleepers.size > 0 && underway === 0; ) {
      await turn();
      idle = underway > 0 || usesFiles() ? 0 : idle + 1;
      if (idle < TURNS) continue;
      idle = 0;
      const [next] = [...sleepers].sort((a, b) => a.until - b.until);
      now = Math.max(now, next?.until ?? now);
      next?.wake();
    }
    isWatched = false;
  };
  return {
    now: () => now,
    sleep(ms, signal) {
      const slept = fallAsleep(sleepers, { until: now + ms, isNow: ms <= 0, signal });
      void watch();
      return slept;
    },
    pass(ms) {
      now += ms;
    },
    turnBack(to) {
      sleepers.clear();
      now = to;
    },
    async during(work) {
      underway += 1;
      try {
        return await work();
      } finally {
        underway -= 1;
        void watch();
      }
    },
  };
}
