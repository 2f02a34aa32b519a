// What a run stands on: where it is written down, by which clock, by whom.
import type { Clock, Store } from '../ports.js';
import type { Gathering } from './gather.js';

/** Whose process this is, so that a dead one's run can be taken over at once. */
export interface Holder {
  readonly name: string;
  /** True when the named process surely is no more. */
  readonly isGone: (name: string) => boolean;
  /** True when it surely lives, however long it was silent: it may be waiting out a limit. */
  readonly isAlive?: (name: string) => boolean;
}

export interface Desk {
  /** Journals. */
  readonly store: Store;
  /** Leases; on GitHub always refs, wherever journals are. */
  readonly leases: Store;
  readonly clock: Clock;
  readonly holder: Holder;
  /** What must never be written down; every reader of the repository can fetch a journal. */
  readonly redact: (text: string) => string;
  /** How often a long run looks whether something was said to it. */
  readonly listenEveryMs?: number | undefined;
  /** Throws once what is worked on is in other hands. */
  readonly check?: (() => void) | undefined;
  /** What writes in pieces what is appended to its run; the store goes through it. */
  readonly pieces?: Gathering | undefined;
}
