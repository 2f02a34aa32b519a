// Many changes come in a burst: they are waited out, and looked at once.

import type { Clock, Log } from '../ports/index.js';

interface Debounced<T> {
  /** Something changed; what is said of the same key meanwhile is added up. */
  note(key: string, what: T): void;
  /** Resolves when nothing is waiting or being worked on. */
  idle(): Promise<void>;
  /** Drops what waits: the next look sees it anyway. */
  stop(): void;
}

interface Waiting<T> {
  readonly since: number;
  readonly said: T[];
  timer: NodeJS.Timeout;
}

/** Waits for quiet, but not for ever. */
const QUIET = 5_000;
const LONGEST = 60_000;

/** Works once for each burst of a key. */
export function debounce<T>(work: (key: string, said: readonly T[]) => Promise<void>, log: Log): Debounced<T> {
  const waiting = new Map<string, Waiting<T>>();
  let working: Promise<void> = Promise.resolve();
  let settled: (() => void)[] = [];

  const fire = (key: string): void => {
    const { said = [] } = waiting.get(key) ?? {};
    waiting.delete(key);
    working = working
      .then(() => work(key, said))
      .catch((error: unknown) => log('look failed', { key, error: String(error) }));
    if (waiting.size === 0) {
      for (const resolve of settled) resolve();
      settled = [];
    }
  };

  return {
    note(key, what) {
      const found = waiting.get(key);
      if (found) clearTimeout(found.timer);
      const since = found?.since ?? Date.now();
      const left = Math.max(0, Math.min(QUIET, since + LONGEST - Date.now()));
      waiting.set(key, { since, said: [...(found?.said ?? []), what], timer: setTimeout(() => fire(key), left) });
    },
    async idle() {
      if (waiting.size > 0) await new Promise<void>((resolve) => settled.push(resolve));
      await working;
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
      for (const resolve of settled) resolve();
    },
  };
}

/** How often to look again, and after how many looks that changed nothing to wait for somebody to do something. */
export interface Pace {
  readonly everyMinutes: number;
  readonly most: number;
}

interface ScanRepeater {
  /** A field was just looked at, because of an event or in a round; the next round is due from here. */
  scanned(
    key: string,
    of: { readonly pace: Pace; readonly changed: boolean; readonly again: () => Promise<void> },
  ): void;
  /** Somebody did something: the count begins anew. */
  reset(key: string): void;
  stop(): void;
}

interface Round {
  /** Looks in a row that changed nothing. */
  idle: number;
  waiting: AbortController;
}

/** Keeps the rounds of every field. */
export function repeatScans(clock: Clock, log: Log): ScanRepeater {
  const kept = new Map<string, Round>();
  const looked: ScanRepeater['scanned'] = (key, { pace, changed, again }) => {
    const before = kept.get(key);
    before?.waiting.abort();
    const round: Round = { idle: changed ? 0 : (before?.idle ?? 0) + 1, waiting: new AbortController() };
    kept.set(key, round);
    if (round.idle >= pace.most) return;
    const { signal } = round.waiting;
    void clock
      .sleep(pace.everyMinutes * 60_000, signal)
      .then(() => (signal.aborted ? undefined : again()))
      .catch((error: unknown) => {
        log('look failed', { key, error: String(error) });
        // A look that failed found nothing; the next one may.
        if (!signal.aborted) looked(key, { pace, changed: false, again });
      });
  };
  return {
    scanned: looked,
    reset(key) {
      const round = kept.get(key);
      if (round) round.idle = 0;
    },
    stop() {
      for (const { waiting } of kept.values()) waiting.abort();
      kept.clear();
    },
  };
}
