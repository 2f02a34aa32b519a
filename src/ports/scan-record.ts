// The record of a scan, read by the next one. It holds no content of issues, so every scan reads the whole board.
import type { Ref } from './board-snapshot.js';

export interface ScanRecord {
  /** The version of this format. Records of other versions are ignored. */
  readonly format: 2;
  readonly at: string;
  /** Every login that crew has used on this board. Marked comments by these logins count as crew's own. */
  readonly identities: readonly string[];
  /** Text blockers of issues, each with the time from which it counts. */
  readonly texts: Readonly<Record<Ref, Readonly<Record<string, string>>>>;
  readonly issues: Readonly<Record<Ref, IssueRecord>>;
  /** Issues with `/crew quiet`. */
  readonly quiet?: readonly Ref[] | undefined;
  /** The digest of the text of crew's digest issue. */
  readonly digest?: string | undefined;
  /** Comments written in the last hour, so that the next scan stays within GitHub's rate limit. */
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
  /** The digest of crew's comment, if there is one. In a long thread the next scan may not read that far back. */
  readonly says?: string | undefined;
  /** Labels that crew added. If one of them is missing, a person removed it. */
  readonly labels: readonly string[];
  /** Labels that a person removed, each with the evidence digest at that time. */
  readonly removed: Readonly<Record<string, string>>;
  /** The issue needed action at the last scan, so it needs no new notification. */
  readonly notified: boolean;
  /** A write was deferred by a limit or skipped at the first scan. It comes first at the next scan, or when the issue changes. */
  readonly owed: boolean;
  /** It had an open blocker. */
  readonly held?: true | undefined;
}
