/** Append-only logs of lines, with a conditional append. Journals and leases use it. */
export interface Store {
  list(prefix: string): Promise<readonly string[]>;
  read(log: string): Promise<{ readonly text: string; readonly at: string } | null>;
  /** Durable when it resolves. Rejects with Conflict if the log is no longer at `at`; null means that it must not exist yet. */
  append(log: string, lines: string, at: string | null): Promise<string>;
  remove(log: string): Promise<void>;
}

export interface Clock {
  now(): number;
  /** Resolves early, without an error, when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Storage outside the machine for unfinished work, so that a run survives the loss of its machine. */
export interface Checkpoint {
  /**
   * Resolves to true if exactly this document is stored. Never rejects. False is no reason to stop: it was too early for another
   * checkpoint, or storing failed, which is logged. `last`: the machine is shutting down; store at once, within five seconds.
   */
  leave(document: Uint8Array, how?: { readonly last?: boolean }): Promise<boolean>;
}
