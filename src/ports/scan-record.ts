// The record of a scan, read by the next one. It holds no content of issues, so every scan reads the whole board.
import type { Ref } from './board-snapshot.js';

export interface ScanRecord {
  /** The version of this format; a record of another one is ignored. */
  readonly format: 2;
  readonly at: string;
  /** Every login that crew has written as on this board: their marked comments and crew's labels are crew's own. */
  readonly identities: readonly string[];
  /** Text blockers of issues, each with the time from which it counts. */
  readonly texts: Readonly<Record<Ref, Readonly<Record<string, string>>>>;
  readonly issues: Readonly<Record<Ref, IssueRecord>>;
  /** Issues where somebody said `/crew quiet`. */
  readonly quiet?: readonly Ref[] | undefined;
  /** The digest of the text of crew's digest issue. */
  readonly digest?: string | undefined;
  /** Comments written within the hour before, so that the next scan knows how many more GitHub accepts. */
  readonly wrote?: readonly { readonly at: string; readonly count: number }[] | undefined;
  /** The last scans that found something new, oldest first, at most thirty. */
  readonly trend?: readonly TrendPoint[] | undefined;
}

/** A board in numbers at one scan. */
export interface TrendPoint {
  readonly at: string;
  readonly open: number;
  readonly blocked: number;
  readonly done: number;
  readonly health: number | null;
}

/** An issue as a scan left it. */
export interface IssueRecord {
  readonly state: string;
  readonly rule: string;
  /** Since when it has been in this state, as far as scans can tell. */
  readonly since: string;
  /** A digest of the evidence: a label that a person removed stays off until this changes. */
  readonly evidence: string;
  /** Scans in a row that judged it `unknown`. */
  readonly unknownScans: number;
  /** The digest of crew's comment, where one stands: in a long thread the next scan may not read that far back. */
  readonly says?: string | undefined;
  /** Crew's labels that it put there. One of them that is gone was removed by a person. */
  readonly labels: readonly string[];
  /** Labels that a person removed, with the evidence at which that was seen. */
  readonly removed: Readonly<Record<string, string>>;
  /** Somebody had to act at the last scan: a new notifying comment is not due again. */
  readonly notified: boolean;
  /** Something was deferred by a limit, or left out at a first scan: it comes first next time, or when it changes. */
  readonly owed: boolean;
  /** It had an open blocker. */
  readonly held?: true | undefined;
}
