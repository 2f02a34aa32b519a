// Reads the whole board from GitHub: about a dozen requests for a thousand issues.
import type { SnapshotReader } from '../../../ports/index.js';
import { type BoardOptions, readBoard } from './read-board.js';

export type { RunReader } from './runs.js';
export { SCAN_RECORD, scanRecordsIn } from './scan-records.js';

/** Reads boards from GitHub, and commit history from a clone if one exists. */
export function githubBoard(options: BoardOptions): SnapshotReader {
  return { read: (query) => readBoard(query, options) };
}
