// Reading the board and keeping what the next scan needs. Types only.
import type { BoardSnapshot, Ref } from './board-snapshot.js';
import type { LabelChange } from './change.js';
import type { LabelWritten } from './github.js';
import type { ScanRecord } from './scan-record.js';

/** Scans a board, writes its labels, and keeps what the next scan needs. */
export interface BoardReader {
  /** GitHub's host, whose addresses are references. */
  readonly host: string;
  /** `whole`: the repository itself, whatever board or label bounds a scan. */
  scan(of?: { readonly whole: boolean }): Promise<Scan>;
  /** Labels, in batches. */
  label(changes: readonly LabelChange[], board: BoardSnapshot): Promise<readonly LabelWritten[]>;
  /** Replaces the record of the last scan. Resolves to whether another scan replaced it since this one began. */
  remember(record: ScanRecord, board: BoardSnapshot): Promise<boolean>;
  /** Whether a text carries crew's signature for the issue it stands on. */
  readonly isSigned: (body: string, issue: Ref) => boolean;
  /** Redacts what leaves crew: a text as it would be posted. */
  readonly outgoing: (text: string) => string;
}

/** What a scan has read. */
export interface Scan {
  readonly board: BoardSnapshot;
  /** How many issues there are, as GitHub counts them. */
  readonly total: number;
  /** Issues that others wait for or name, and that are not on the board: they are not assessed. */
  readonly outside: readonly Ref[];
  /** What the last scan left. */
  readonly previous: ScanRecord | undefined;
  readonly agents: readonly { readonly path: string; readonly text: string; readonly own?: true | undefined }[];
  /** The repository's agents could not be read; `board.missing` says why. */
  readonly agentsUnread: boolean;
  /** The login that crew writes as. */
  readonly me: string;
  /** What the scan has cost so far. */
  readonly cost: () => { readonly requests: number; readonly graphqlPoints: number; readonly ms: number };
}
