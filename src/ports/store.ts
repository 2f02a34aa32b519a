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
