// Reads the board, and stores the record for the next scan. Types only.
import type { BoardSnapshot, Ref } from './board-snapshot.js';
import type { LabelChange } from './change.js';
import type { LabelWritten } from './github.js';
import type { ScanRecord } from './scan-record.js';

/** Scans a board, writes its labels, and stores the record for the next scan. */
export interface BoardReader {
  /** GitHub's host, whose addresses are references. */
  readonly host: string;
  /** `whole`: scans the complete repository, even if a board or a label limits scans. */
  scan(of?: { readonly whole: boolean }): Promise<Scan>;
  /** Labels, in batches. */
  label(changes: readonly LabelChange[], board: BoardSnapshot): Promise<readonly LabelWritten[]>;
  /** Replaces the record of the last scan. Resolves to whether another scan replaced it since this one began. */
  remember(record: ScanRecord, board: BoardSnapshot): Promise<boolean>;
  /** Whether a text carries crew's signature for the issue it stands on. */
  readonly isSigned: (body: string, issue: Ref) => boolean;
  /** A text as it would be posted, redacted. */
  readonly outgoing: (text: string) => string;
}

/** The data that a scan has read. */
export interface Scan {
  readonly board: BoardSnapshot;
  /** How many issues there are, as GitHub counts them. */
  readonly total: number;
  /** Issues outside the board that issues of the board wait for or mention. They are not assessed. */
  readonly outside: readonly Ref[];
  /** The record of the last scan. */
  readonly previous: ScanRecord | undefined;
  readonly agents: readonly { readonly path: string; readonly text: string; readonly own?: true | undefined }[];
  /** The repository's agents could not be read; `board.missing` has the reason. */
  readonly agentsUnread: boolean;
  /** crew's login. */
  readonly me: string;
  /** API usage and duration of the scan so far. */
  readonly cost: () => { readonly requests: number; readonly graphqlPoints: number; readonly ms: number };
}
