import type { RunnerHost } from '../host.js';
import type { Results } from '../results/index.js';
import type { ConcurrencyGate } from './concurrency-gate.js';

/** How long a stopped step may take, as on GitHub; tests shorten it, and the length of a minute. */
export interface Timing {
  interruptMs: number;
  terminateMs: number;
  minuteMs: number;
}

export const GITHUB_TIMING: Timing = { interruptMs: 7_500, terminateMs: 2_500, minuteMs: 60_000 };

/** What every run on this runner shares. */
export interface Machine {
  host: RunnerHost;
  dir: string;
  /** The node that actions run on. */
  node: string;
  /** Where steps find programs: all they inherit from the machine. */
  path: string;
  /** Folders that stand for `owner/repo`. */
  actions: Readonly<Record<string, string>>;
  timing: Timing;
  gate: ConcurrencyGate;
  /** Where JavaScript actions upload artifacts while they run. */
  results: Results;
  /** Aborted when the runner closes: what runs is killed, what waits never starts. */
  closing: AbortSignal;
  now(): Date;
}
