// What the execution of all runs shares: host, folders, clock, concurrency groups. The entry of the runner creates it; most files of this
// folder use it.

import type { RunnerHost } from '../host.js';
import type { Results } from '../results/index.js';
import type { ConcurrencyGate } from './concurrency-gate.js';

/** Time limits for stopping a step, as on GitHub; tests shorten them. */
export interface Timing {
  interruptMs: number;
  terminateMs: number;
  minuteMs: number;
}

export const GITHUB_TIMING: Timing = { interruptMs: 7_500, terminateMs: 2_500, minuteMs: 60_000 };

/** What all runs of this runner share. */
export interface Machine {
  host: RunnerHost;
  dir: string;
  /** The node that runs actions. */
  node: string;
  /** PATH of steps. */
  path: string;
  /** Folders used instead of `owner/repo`. */
  actions: Readonly<Record<string, string>>;
  timing: Timing;
  gate: ConcurrencyGate;
  /** The service to which JavaScript actions upload artifacts. */
  results: Results;
  /** Aborted when the runner closes. */
  closing: AbortSignal;
  now(): Date;
}
