/** Append-only logs of lines. The one primitive is "append if nothing came between": journals and leases stand on it. */
export interface Store {
  list(prefix: string): Promise<readonly string[]>;
  read(log: string): Promise<{ readonly text: string; readonly at: string } | null>;
  /** Durable when it returns. Refuses (Conflict) when the log is no longer at `at`; null means it must not exist yet. */
  append(log: string, lines: string, at: string | null): Promise<string>;
  remove(log: string): Promise<void>;
}

export interface Clock {
  now(): number;
  /** Returns early, and quietly, when the signal says so. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
