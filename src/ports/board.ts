// The reader of a board, and the record that a scan leaves for the next scan. Used by src/adapters/github, src/services/board-reader.ts,
// src/runs/services.ts, workflow.ts, and the workflows `facilitate`, `fix` and `plan`; for the digest also by src/view/board and
// src/text/lang/board. Types only.
import type { BoardSnapshot, Ref } from './board-snapshot.js';
import type { LabelChange } from './change.js';
import type { LabelWritten, Repo } from './threads.js';

/** Access to a board for one scan: reads it, writes its labels, and stores the record for the next scan. */
export interface BoardReader {
  /** GitHub's host, such as `github.com`. A URL of this host in a text counts as a reference to an issue. */
  readonly host: string;
  /** With `whole`, reads the complete repository, even if a board or a label limits scans. */
  scan(options?: { readonly whole: boolean }): Promise<Scan>;
  /** Adds and removes labels, in batches. */
  label(changes: readonly LabelChange[], board: BoardSnapshot): Promise<readonly LabelWritten[]>;
  /** Replaces the record of the last scan. Resolves to true if another scan has replaced the record since this scan began. */
  remember(record: ScanRecord, board: BoardSnapshot): Promise<boolean>;
  /** Whether a body has crew's signature for the issue, so that crew wrote it there. */
  readonly isSigned: (body: string, issue: Ref) => boolean;
  /** A text as crew would post it, without secrets. */
  readonly redact: (text: string) => string;
}

/** The data that a scan has read. */
export interface Scan {
  readonly board: BoardSnapshot;
  /** How many issues there are, as GitHub counts them. */
  readonly total: number;
  /** Issues outside the board that issues of the board wait for or mention. They are not assessed. */
  readonly outsideRefs: readonly Ref[];
  /** The record of the last scan. */
  readonly previous: ScanRecord | undefined;
  /** The files that describe agents; with `own`, an agent of crew itself. */
  readonly agents: readonly { readonly path: string; readonly text: string; readonly own?: true | undefined }[];
  /** The repository's agents could not be read; `board.missing` has the reason. */
  readonly agentsUnread: boolean;
  /** crew's login. */
  readonly login: string;
  /** API usage and duration of the scan so far. */
  readonly cost: () => { readonly requests: number; readonly graphqlPoints: number; readonly ms: number };
}

/** The record of a scan, for the next scan. */
export interface ScanRecord {
  /** The version of this format. Records of other versions are ignored. */
  readonly format: 2;
  /** The time of the scan. */
  readonly at: string;
  /** Every login that crew has used on this board. Marked comments by these logins count as crew's own. */
  readonly identities: readonly string[];
  /** For each issue, the blockers that its text names, each with the time from which it counts. */
  readonly texts: Readonly<Record<Ref, Readonly<Record<string, string>>>>;
  readonly issues: Readonly<Record<Ref, IssueRecord>>;
  /** Issues on which a person wrote `/crew quiet`. */
  readonly quiet?: readonly Ref[] | undefined;
  /** The digest of the text of crew's digest issue. */
  readonly digest?: string | undefined;
  /** Comments written in the last hour, so that the next scan stays within GitHub's rate limit. */
  readonly wrote?: readonly { readonly at: string; readonly count: number }[] | undefined;
  /** The last scans that found something new, oldest first, at most thirty. */
  readonly trend?: readonly TrendPoint[] | undefined;
}

/** The numbers of open, blocked and done issues at one scan, and the health score of its report. */
export interface TrendPoint {
  readonly at: string;
  readonly open: number;
  readonly blocked: number;
  readonly done: number;
  readonly health: number | null;
}

/** The state of an issue after a scan. */
export interface IssueRecord {
  readonly state: string;
  readonly rule: string;
  /** When a scan first found it in this state. */
  readonly since: string;
  /** A digest of the evidence: a label that a person removed stays off until this changes. */
  readonly evidence: string;
  /** The number of consecutive scans that judged it `unknown`. */
  readonly unknownScans: number;
  /** The digest of crew's comment, if there is one. The next scan may read only the newest comments of a long thread. */
  readonly says?: string | undefined;
  /** Labels that crew added. If one of them is missing, a person removed it. */
  readonly labels: readonly string[];
  /** Labels that a person removed, each with the evidence digest at that time. */
  readonly removed: Readonly<Record<string, string>>;
  /** The issue needed action at the last scan, so it needs no new notification. */
  readonly notified: boolean;
  /** A write to this issue was deferred by a limit, or skipped at the first scan. The next scan does it first. */
  readonly owed: boolean;
  /** Set if it had an open blocker. */
  readonly held?: true | undefined;
}

/** What to read: a board or a repository, optionally only issues with a label. */
export interface SnapshotQuery {
  readonly repo: Repo;
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
  readonly label?: string | undefined;
  /** Branches besides the default branch on which work counts as done. */
  readonly doneBranches?: readonly string[] | undefined;
  /** The folder of a clone. */
  readonly clone?: string | undefined;
  readonly now: string;
}

/** The result of reading a board. */
export interface SnapshotRead {
  readonly board: BoardSnapshot;
  /** The total number of issues. If fewer were read, `board.missing` says so. */
  readonly total: number;
  /** Issues outside the board that issues of the board wait for or mention. They are not assessed. */
  readonly outsideRefs: readonly Ref[];
}

/** Reads a board. The result names what could not be read. Rejects without access to the repository. */
export interface SnapshotReader {
  read(query: SnapshotQuery): Promise<SnapshotRead>;
}

/** Stores the record of the last scan. */
export interface ScanRecords {
  /** `why` is the reason if a record exists and cannot be used. Pass `version` to `write`; it is null if there is no record. */
  read(): Promise<{
    readonly record: ScanRecord | null;
    readonly version: string | null;
    readonly why: string | null;
  }>;
  /** Returns the new version. Rejects with Conflict if another scan replaced `version`. `hidden` are issues and repositories to leave out. */
  write(
    record: ScanRecord,
    to: { readonly version: string | null; readonly hidden: readonly string[]; readonly repositoryId: string },
  ): Promise<string>;
}
