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

/** A place outside of the machine where unfinished work is left while it goes on, so that a machine that is lost takes none of it along. */
export interface Checkpoint {
  /**
   * True when this very document stands there, whole. It never throws, and false is no reason to stop working: it was too early for another
   * one, or it could not be done, which the log says. `last`: the machine is being taken away, so at once, within five seconds or not at all.
   */
  leave(document: Uint8Array, how?: { readonly last?: boolean }): Promise<boolean>;
}
