// When boards are scanned: once after a burst of changes, and again at intervals, since issues become stale without any event.

import type { Clock, Log } from '../ports/index.js';

interface Debounced<T> {
  /** Notes a change. Changes of the same key are collected until the burst ends. */
  note(key: string, what: T): void;
  /** Resolves when no change waits and no work runs. */
  idle(): Promise<void>;
  /** Drops waiting changes; the next scan finds them. */
  stop(): void;
}

interface Waiting<T> {
  readonly since: number;
  readonly changes: T[];
  timer: NodeJS.Timeout;
}

/** A burst ends after this time without a change, or after the longest wait. */
const QUIET = 5_000;
const LONGEST = 60_000;

/** Calls `work` once for each burst of changes of a key. */
export function debounce<T>(work: (key: string, changes: readonly T[]) => Promise<void>, log: Log): Debounced<T> {
  const waiting = new Map<string, Waiting<T>>();
  let working: Promise<void> = Promise.resolve();
  let settled: (() => void)[] = [];

  const fire = (key: string): void => {
    const { changes = [] } = waiting.get(key) ?? {};
    waiting.delete(key);
    working = working
      .then(() => work(key, changes))
      .catch((error: unknown) => log('scan failed', { key, error: String(error) }));
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
      waiting.set(key, { since, changes: [...(found?.changes ?? []), what], timer: setTimeout(() => fire(key), left) });
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

/** How often to scan again, and after how many scans without a change to wait for an event. */
export interface Pace {
  readonly everyMinutes: number;
  readonly most: number;
}

interface ScanRepeater {
  /** A board was scanned. The next scan is due one interval from now. */
  scanned(
    key: string,
    of: { readonly pace: Pace; readonly changed: boolean; readonly again: () => Promise<void> },
  ): void;
  /** A person did something: the count of idle scans starts again. */
  reset(key: string): void;
  stop(): void;
}

interface Round {
  /** Scans in a row that changed nothing. */
  idle: number;
  waiting: AbortController;
}

/** Repeats the scans of every board. */
export function repeatScans(clock: Clock, log: Log): ScanRepeater {
  const boards = new Map<string, Round>();
  const scanned: ScanRepeater['scanned'] = (key, { pace, changed, again }) => {
    const before = boards.get(key);
    before?.waiting.abort();
    const round: Round = { idle: changed ? 0 : (before?.idle ?? 0) + 1, waiting: new AbortController() };
    boards.set(key, round);
    if (round.idle >= pace.most) return;
    const { signal } = round.waiting;
    void clock
      .sleep(pace.everyMinutes * 60_000, signal)
      .then(() => (signal.aborted ? undefined : again()))
      .catch((error: unknown) => {
        log('scan failed', { key, error: String(error) });
        // A failed scan counts as one without a change.
        if (!signal.aborted) scanned(key, { pace, changed: false, again });
      });
  };
  return {
    scanned,
    reset(key) {
      const round = boards.get(key);
      if (round) round.idle = 0;
    },
    stop() {
      for (const { waiting } of boards.values()) waiting.abort();
      boards.clear();
    },
  };
}
