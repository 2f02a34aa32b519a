// Interfaces to everything outside of crew: GitHub, the model, the clock, the working tree. Types only.

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

/** Storage outside the machine for unfinished work, so that a run survives the loss of its machine. */
export interface Checkpoint {
  /**
   * Resolves to true if this document is stored. Never rejects. Resolves to false if it is too early for another checkpoint or if storing
   * failed, which is logged; the work goes on. `last`: the machine is shutting down, so the document is stored at once, within five
   * seconds.
   */
  store(document: Uint8Array, how?: { readonly last?: boolean }): Promise<boolean>;
}
