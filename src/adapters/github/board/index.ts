// Reads a whole board from GitHub: a thousand issues in a dozen requests.
import type { SnapshotReader } from '../../../ports.js';
import { type BoardOptions, readBoard } from './read-board.js';

export type { RunReader } from './runs.js';
export { SCAN_RECORD, scanRecordsIn } from './scan-records.js';

/** Reads boards from GitHub, and histories from a clone where there is one. */
export function githubBoard(options: BoardOptions): SnapshotReader {
  return { read: (query) => readBoard(query, options) };
}
