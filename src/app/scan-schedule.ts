// Decides when boards are scanned: once after a burst of changes, and again at intervals, since issues become stale without any event. Used by
// app.ts.

import type { Clock, Log } from '../ports/index.js';

interface Debounced<T> {
  /** Notes a change. Changes of the same key are collected until the burst ends. */
  note(key: string, change: T): void;
  /** Resolves when no change waits and no work runs. */
  idle(): Promise<void>;
  /** Drops waiting changes; the next scan finds them. */
  stop(): void;
}

/** An open burst. */
interface Waiting<T> {
  /** The time of its first change. */
  readonly since: number;
  readonly changes: T[];
  timer: NodeJS.Timeout;
}

/** A burst ends after this time without a change, or this long after its first change. */
const QUIET_MS = 5_000;
const LONGEST_MS = 60_000;

/** Calls `work` once for each burst of changes of a key. */
export function debounce<T>(work: (key: string, changes: readonly T[]) => Promise<void>, log: Log): Debounced<T> {
  const waiting = new Map<string, Waiting<T>>();
  let working: Promise<void> = Promise.resolve();
  /** Called when no burst is open. */
  let idleListeners: (() => void)[] = [];

  const endBurst = (key: string): void => {
    const { changes = [] } = waiting.get(key) ?? {};
    waiting.delete(key);
    working = working
      .then(() => work(key, changes))
      .catch((error: unknown) => log('scan failed', { key, error: String(error) }));
    if (waiting.size === 0) {
      for (const resolve of idleListeners) resolve();
      idleListeners = [];
    }
  };

  return {
    note(key, change) {
      const burst = waiting.get(key);
      if (burst) clearTimeout(burst.timer);
      const since = burst?.since ?? Date.now();
      const delay = Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - Date.now()));
      const changes = [...(burst?.changes ?? []), change];
      waiting.set(key, { since, changes, timer: setTimeout(() => endBurst(key), delay) });
    },
    async idle() {
      if (waiting.size > 0) await new Promise<void>((resolve) => idleListeners.push(resolve));
      await working;
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
      for (const resolve of idleListeners) resolve();
    },
  };
}

/** How often to scan again, and after how many scans without a change to wait for an event. */
export interface Pace {
  readonly everyMinutes: number;
  readonly maxIdleScans: number;
}

interface ScanRepeater {
  /** Schedules the next scan of a board one interval from now, unless too many scans in a row changed nothing. */
  scheduleNext(
    key: string,
    scan: { readonly pace: Pace; readonly changed: boolean; readonly scanAgain: () => Promise<void> },
  ): void;
  /** A person did something: the count of idle scans starts again. */
  reset(key: string): void;
  stop(): void;
}

interface BoardScans {
  /** Scans in a row that changed nothing. */
  idleScans: number;
  /** Aborts the wait for the next scan. */
  waiting: AbortController;
}

/** Repeats the scans of every board. */
export function repeatScans(clock: Clock, log: Log): ScanRepeater {
  const boards = new Map<string, BoardScans>();
  const scheduleNext: ScanRepeater['scheduleNext'] = (key, { pace, changed, scanAgain }) => {
    const before = boards.get(key);
    before?.waiting.abort();
    const board: BoardScans = { idleScans: changed ? 0 : (before?.idleScans ?? 0) + 1, waiting: new AbortController() };
    boards.set(key, board);
    if (board.idleScans >= pace.maxIdleScans) return;
    const { signal } = board.waiting;
    void clock
      .sleep(pace.everyMinutes * 60_000, signal)
      .then(() => (signal.aborted ? undefined : scanAgain()))
      .catch((error: unknown) => {
        log('scan failed', { key, error: String(error) });
        // A failed scan counts as one without a change.
        if (!signal.aborted) scheduleNext(key, { pace, changed: false, scanAgain });
      });
  };
  return {
    scheduleNext,
    reset(key) {
      const board = boards.get(key);
      if (board) board.idleScans = 0;
    },
    stop() {
      for (const { waiting } of boards.values()) waiting.abort();
      boards.clear();
    },
  };
}
