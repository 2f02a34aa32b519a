// The record that a scan stores for the next scan, and the limit on comments in an hour that is counted in it. ../index.ts stores the
// record; decide.ts asks for the limit.

import type { IssueRecord, ScanRecord, TrendPoint } from '../../../ports/board.js';
import type { Ref } from '../../../ports/board-snapshot.js';
import type { Report } from '../../../ports/report.js';
import type { BoardFacts } from './board-facts.js';
import { withUnwritten } from './issue-record.js';
import type { Planned } from './writes.js';

export interface RecordInput {
  readonly boardFacts: BoardFacts;
  readonly maintained: {
    readonly planned: readonly Planned[];
    readonly deferred: readonly Planned[];
    /** The issue records, assuming that all planned changes are written. */
    readonly next: Readonly<Record<Ref, IssueRecord>>;
  };
  /** The planned changes that exist on GitHub now. */
  readonly written: readonly Planned[];
  /** By skipped comment: the digest of the comment that exists instead; null if none exists. */
  readonly existingDigests: ReadonlyMap<Planned, string | null>;
  /** Issues where `/crew quiet` applies. */
  readonly quiet: ReadonlySet<Ref>;
  /** The hash of the digest issue's text. If undefined, the previous one stays. */
  readonly digest: string | undefined;
  readonly report: Report;
}

/** Builds the record. Issues with unwritten changes are marked `owed`; the next scan writes those first. */
export function scanRecordOf({
  boardFacts,
  maintained,
  written,
  existingDigests,
  quiet,
  digest,
  report,
}: RecordInput): ScanRecord {
  const { board, previous, identity } = boardFacts;
  const unwritten = [...maintained.planned, ...maintained.deferred].filter((each) => !written.includes(each));
  const comments = written.filter(({ change }) => change.kind === 'comment').length;
  const record: ScanRecord = {
    format: 2,
    at: board.observedAt,
    identities: identity.logins,
    texts: { ...entriesNotRead(previous?.texts, boardFacts), ...textsOf(boardFacts) },
    issues: {
      ...entriesNotRead(previous?.issues, boardFacts),
      ...withUnwritten({ next: maintained.next, previous: previous?.issues, unwritten, existingDigests }),
    },
    quiet: [...new Set([...Object.keys(entriesNotRead(byRef(previous?.quiet), boardFacts)), ...quiet])].sort(),
    digest: digest ?? previous?.digest,
    wrote: commentCountsAfter(board.observedAt, { previous, count: comments }),
    trend: previous?.trend,
  };
  // A scan without changes adds no trend point. Otherwise every scan would replace the record, only because time passed.
  return isChanged(record, previous)
    ? { ...record, trend: [...(previous?.trend ?? []), trendPoint(report, boardFacts)].slice(-TREND_LENGTH) }
    : record;
}

/** The number of scans in the trend. */
const TREND_LENGTH = 30;

function trendPoint({ observedAt, assessments, health }: Report, { digestIssues, number }: BoardFacts): TrendPoint {
  const digestNumbers = digestIssues.map(number);
  const counted = assessments.filter(({ issue }) => !digestNumbers.includes(issue));
  const done = counted.filter(({ state }) => state === 'done').length;
  return {
    at: observedAt,
    open: counted.length - done,
    blocked: counted.filter(({ state }) => state === 'blocked').length,
    done,
    health: health.score === null ? null : Math.round(health.score),
  };
}

/** The entries of issues that this scan did not read. A scan with `--label` reads only part of the board and must keep the rest. */
function entriesNotRead<T>(
  record: Readonly<Record<Ref, T>> | undefined,
  { board }: BoardFacts,
): Readonly<Record<Ref, T>> {
  const readRefs = new Set(board.issues.map(({ ref }) => ref));
  return Object.fromEntries(Object.entries(record ?? {}).filter(([ref]) => !readRefs.has(ref)));
}

/** The issues as keys of a record. */
const byRef = (refs: readonly Ref[] = []): Readonly<Record<Ref, true>> =>
  Object.fromEntries(refs.map((ref) => [ref, true]));

/** Blockers in descriptions, each with the time from which it counts. */
function textsOf({ verdicts }: BoardFacts): ScanRecord['texts'] {
  const texts = verdicts.map(({ issue, case: { issueBlockers } }) => [issue, issueBlockers.texts] as const);
  return Object.fromEntries(texts.filter(([, each]) => Object.keys(each).length > 0));
}

/** Whether a record differs from the previous one in more than time and trend. */
export function isChanged(next: ScanRecord, previous: ScanRecord | undefined): boolean {
  if (previous === undefined) return true;
  const timeless = (record: ScanRecord): ScanRecord => ({ ...record, at: '', trend: [] });
  return canonical(timeless(next)) !== canonical(timeless(previous));
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

const HOUR = 60 * 60 * 1000;

/** The number of comments that scans may write in an hour. crew writes at most 400 comments in an hour; the rest is for answers to people. */
const MAX_COMMENTS_AN_HOUR = 380;

type CommentCounts = NonNullable<ScanRecord['wrote']>;

/** The comments of the scans in the hour before a time. */
const recentOf = (previous: ScanRecord | undefined, at: string): CommentCounts =>
  (previous?.wrote ?? []).filter((each) => Date.parse(at) - Date.parse(each.at) < HOUR);

/** The number of comments that this scan may write, given the comments of the scans in the last hour. */
export function remainingComments(at: string, previous: ScanRecord | undefined): number {
  const wrote = recentOf(previous, at).reduce((sum, { count }) => sum + count, 0);
  return Math.max(0, MAX_COMMENTS_AN_HOUR - wrote);
}

/** The comment counts of the last hour, with this scan's. A scan that wrote no comment returns the previous value unchanged. */
function commentCountsAfter(
  at: string,
  { previous, count }: { previous: ScanRecord | undefined; count: number },
): CommentCounts | undefined {
  return count === 0 ? previous?.wrote : [...recentOf(previous, at), { at, count }];
}
