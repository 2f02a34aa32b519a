// The board as GitHub has it, read whole: a thousand issues in a dozen requests.
import type { Clock, People, Refs, SnapshotReader } from '../../../ports.js';
import type { Client } from '../client.js';
import { readBoard } from './read-board.js';
import type { RunReader } from './runs.js';

export type { RunReader } from './runs.js';
export { SCAN_RECORD, scanRecordsIn } from './scan-records.js';

/** What reads a board. */
export interface BoardOptions {
  /** Reads the repository, its people and crew's refs. */
  readonly home: Client;
  /** Reads the board; left out where one token can do both. */
  readonly board?: Client | undefined;
  /** The people of a repository. */
  readonly people: (repo: string) => People;
  readonly refs: Refs;
  readonly clock: Clock;
  /** What a stored run says about itself. */
  readonly runs: RunReader;
  /** GitHub's host, whose addresses in texts mean issues. */
  readonly host?: string | undefined;
}

/** Reads boards from GitHub, and histories from a clone where there is one. */
export function githubBoard(options: BoardOptions): SnapshotReader {
  return { read: (query) => readBoard(query, options) };
}
