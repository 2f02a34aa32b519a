// Interfaces to everything outside crew: GitHub, the model, the sandbox, the working tree, the clock. src/adapters implements them.
// Imported by nearly every folder of src, and by change.ts, event.ts and workflow.ts. Types only.

export type * from './checks.js';
export type * from './environment.js';
export type * from './github.js';
export type * from './model.js';
export type * from './pulls.js';
export type * from './sandbox.js';
export type * from './threads.js';
export type * from './tree.js';

/** Logs a line for operators. It is never shown in a thread. */
export type Log = (line: string, fields?: Readonly<Record<string, string | number>>) => void;

/** The time, and waiting. */
export interface Clock {
  now(): number;
  /** Resolves early, without an error, when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Storage outside this machine for the journal of a run, so that the run survives the loss of its runner. */
export interface Checkpoint {
  /**
   * Resolves to true if the document was stored, to false if the last one was stored too recently or storing failed (which is logged).
   * Never rejects. With `last`, the machine is shutting down: the document is stored at once, within five seconds.
   */
  store(document: Uint8Array, how?: { readonly last?: boolean }): Promise<boolean>;
}
