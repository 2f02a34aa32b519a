// Two clocks for tests. Neither looks at the machine's.
import type { Clock } from '../../src/ports/index.js';

/** When every story of the tests begins. */
export const START = Date.parse('2026-11-18T12:00:00Z');

export interface QuickClock extends Clock {
  /** Every sleep so far, in milliseconds. */
  readonly slept: readonly number[];
  pass(ms: number): void;
}

/** Sleeping takes no time, but moves the hands: for stories that wait, told at once. */
export function quickClock(start = START): QuickClock {
  const slept: number[] = [];
  let now = start;
  return {
    slept,
    now: () => now,
    async sleep(ms) {
      if (ms <= 0) return;
      slept.push(ms);
      now += ms;
    },
    pass(ms) {
      now += ms;
    },
  };
}

export interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** Sleeps among the others until somebody wakes it, or the signal does. */
export const fallAsleep = (
  sleepers: Set<Sleeper>,
  { until, isNow, signal }: { until: number; isNow: boolean; signal: AbortSignal | undefined },
): Promise<void> =>
  new Promise((resolve) => {
    const sleeper = {
      until,
      wake: () => {
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', sleeper.wake);
        resolve();
      },
    };
    sleepers.add(sleeper);
    signal?.addEventListener('abort', sleeper.wake, { once: true });
    if (signal?.aborted || isNow) sleeper.wake();
  });

export interface HandClock extends Clock {
  /** How many sleep now. */
  readonly sleeping: number;
  /** Moves the hands and wakes, in order, who has slept enough; what they do next runs before it returns. */
  advance(ms: number): Promise<void>;
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Who sleeps, sleeps until a test moves the hands: for what goes on beside something else. */
export function handClock(start = START): HandClock {
  const sleepers = new Set<Sleeper>();
  let now = start;
  const next = (by: number) => [...sleepers].filter(({ until }) => until <= by).sort((a, b) => a.until - b.until)[0];
  return {
    get sleeping() {
      return sleepers.size;
    },
    now: () => now,
    sleep: (ms, signal) => fallAsleep(sleepers, { until: now + ms, isNow: ms <= 0, signal }),
    async advance(ms) {
      const end = now + ms;
      await soon();
      for (let due = next(end); due; due = next(end)) {
        now = Math.max(now, due.until);
        due.wake();
        await soon();
      }
      now = end;
    },
  };
}
