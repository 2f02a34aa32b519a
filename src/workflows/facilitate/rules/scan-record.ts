// The record that a scan leaves for the next one.
import type { Ref } from '../../../ports/board-snapshot.js';
import type { Report } from '../../../ports/report.js';
import type { IssueRecord, ScanRecord, TrendPoint } from '../../../ports/scan-record.js';
import type { BoardFacts } from './board-facts.js';
import { owing } from './issue-record.js';
import type { Planned } from './writes.js';

export interface Left {
  readonly boardFacts: BoardFacts;
  readonly maintained: {
    readonly planned: readonly Planned[];
    readonly deferred: readonly Planned[];
    /** What the next scan should know if everything planned is written. */
    readonly next: Readonly<Record<Ref, IssueRecord>>;
  };
  readonly written: readonly Planned[];
  /** For skipped comments: the digest of what stands there instead; null where nothing does. */
  readonly found: ReadonlyMap<Planned, string | null>;
  readonly quiet: ReadonlySet<Ref>;
  /** The digest of the text of the digest issue. */
  readonly digest: string | undefined;
  readonly report: Report;
}

/** The record. What could not be written is marked as owed, and comes first in the next scan. */
export function scanRecordOf({ boardFacts, maintained, written, found, quiet, digest, report }: Left): ScanRecord {
  const { board, previous, identity } = boardFacts;
  const unwritten = [...maintained.planned, ...maintained.deferred].filter((each) => !written.includes(each));
  const comments = written.filter(({ change }) => change.kind === 'comment').length;
  const record: ScanRecord = {
    format: 2,
    at: board.observedAt,
    identities: identity.logins,
    texts: { ...unseen(previous?.texts, boardFacts), ...textsOf(boardFacts) },
    issues: {
      ...unseen(previous?.issues, boardFacts),
      ...owing({ next: maintained.next, previous: previous?.issues, unwritten, found }),
    },
    quiet: [...new Set([...Object.keys(unseen(byRef(previous?.quiet), boardFacts)), ...quiet])].sort(),
    digest: digest ?? previous?.digest,
    wrote: wroteBy(board.observedAt, { previous, count: comments }),
    trend: previous?.trend,
  };
  // A scan that found nothing new adds no point to the trend: otherwise it would write only because time passed.
  return differs(record, previous)
    ? { ...record, trend: [...(previous?.trend ?? []), trendPoint(report, boardFacts)].slice(-TREND) }
    : record;
}

/** The trend covers so many scans. */
const TREND = 30;

function trendPoint({ observedAt, assessments, health }: Report, { digestIssues, number }: BoardFacts): TrendPoint {
  const digests = digestIssues.map(number);
  const counted = assessments.filter(({ issue }) => !digests.includes(issue));
  const done = counted.filter(({ state }) => state === 'done').length;
  return {
    at: observedAt,
    open: counted.length - done,
    blocked: counted.filter(({ state }) => state === 'blocked').length,
    done,
    health: health.score === null ? null : Math.round(health.score),
  };
}

/** The entries of issues that this scan did not read. A scan with `--label` keeps the rest of the board. */
function unseen<T>(record: Readonly<Record<Ref, T>> | undefined, { board }: BoardFacts): Readonly<Record<Ref, T>> {
  const seen = new Set(board.issues.map(({ ref }) => ref));
  return Object.fromEntries(Object.entries(record ?? {}).filter(([ref]) => !seen.has(ref)));
}

const byRef = (refs: readonly Ref[] = []): Readonly<Record<Ref, true>> =>
  Object.fromEntries(refs.map((ref) => [ref, true]));

/** Blockers in descriptions, each with the time from which it counts. */
function textsOf({ verdicts }: BoardFacts): ScanRecord['texts'] {
  const texts = verdicts.map(({ issue, case: { waiting } }) => [issue, waiting.texts] as const);
  return Object.fromEntries(texts.filter(([, each]) => Object.keys(each).length > 0));
}

/** Whether the record says anything new. Its time and its trend do not count. */
export function differs(next: ScanRecord, previous: ScanRecord | undefined): boolean {
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

/** Comments an hour. crew may write 400; the others are for answers to people. */
const MOST_AN_HOUR = 380;

type Wrote = NonNullable<ScanRecord['wrote']>;

const recentOf = (previous: ScanRecord | undefined, at: string): Wrote =>
  (previous?.wrote ?? []).filter((each) => Date.parse(at) - Date.parse(each.at) < HOUR);

/** How many comments this scan may write, given what the scans of the last hour wrote. */
export function roomAt(at: string, previous: ScanRecord | undefined): number {
  const wrote = recentOf(previous, at).reduce((sum, { count }) => sum + count, 0);
  return Math.max(0, MOST_AN_HOUR - wrote);
}

/** When comments were written within the last hour. Unchanged by a scan that wrote none. */
function wroteBy(
  at: string,
  { previous, count }: { previous: ScanRecord | undefined; count: number },
): Wrote | undefined {
  return count === 0 ? previous?.wrote : [...recentOf(previous, at), { at, count }];
}
