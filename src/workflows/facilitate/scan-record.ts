// What this scan leaves for the next one.
import type { Ref } from '../../board.js';
import type { LabelChange } from '../../changes/change.js';
import type { Report } from '../../report.js';
import type { IssueRecord, ScanRecord, TrendPoint } from '../../scan-record.js';
import type { Scene } from './scene.js';
import { type Planned, SLOT } from './writes.js';

export interface Left {
  readonly scene: Scene;
  readonly maintained: {
    readonly planned: readonly Planned[];
    readonly deferred: readonly Planned[];
    /** What the next scan should know if everything planned is written. */
    readonly next: Readonly<Record<Ref, IssueRecord>>;
  };
  readonly written: readonly Planned[];
  /** The digest of what stands where something else was expected; null where nothing does. */
  readonly found: ReadonlyMap<Planned, string | null>;
  readonly quiet: ReadonlySet<Ref>;
  /** The digest of the text of the digest issue. */
  readonly digest: string | undefined;
  readonly report: Report;
}

/** The record, with everything that could not be written owed to the next scan. */
export function scanRecordOf({ scene, maintained, written, found, quiet, digest, report }: Left): ScanRecord {
  const { board, previous, identity } = scene;
  const unwritten = [...maintained.planned, ...maintained.deferred].filter((each) => !written.includes(each));
  const comments = written.filter(({ change }) => change.kind === 'comment').length;
  const record: ScanRecord = {
    format: 2,
    at: board.observedAt,
    identities: identity.logins,
    texts: { ...unseen(previous?.texts, scene), ...textsOf(scene) },
    issues: {
      ...unseen(previous?.issues, scene),
      ...owing({ next: maintained.next, previous: previous?.issues, unwritten, found }),
    },
    quiet: [...new Set([...Object.keys(unseen(byRef(previous?.quiet), scene)), ...quiet])].sort(),
    digest: digest ?? previous?.digest,
    wrote: wroteBy(board.observedAt, { previous, count: comments }),
    trend: previous?.trend,
  };
  // A scan that found nothing new leaves no point either: else it would write only because time has passed.
  return differs(record, previous) ? { ...record, trend: trendWith(previous?.trend, report) } : record;
}

const TREND = 30;

function trendWith(
  before: readonly TrendPoint[] = [],
  { observedAt, assessments, health }: Report,
): readonly TrendPoint[] {
  const count = (of: (state: string) => boolean) => assessments.filter(({ state }) => of(state)).length;
  const done = count((state) => state === 'done');
  const point: TrendPoint = {
    at: observedAt,
    open: assessments.length - done,
    blocked: count((state) => state === 'blocked'),
    done,
    health: health.score === null ? null : Math.round(health.score),
  };
  return [...before, point].slice(-TREND);
}

/** What is known of issues that this scan did not see: a scan of one label must not forget the rest of the board. */
function unseen<T>(record: Readonly<Record<Ref, T>> | undefined, { board }: Scene): Readonly<Record<Ref, T>> {
  const seen = new Set(board.issues.map(({ ref }) => ref));
  return Object.fromEntries(Object.entries(record ?? {}).filter(([ref]) => !seen.has(ref)));
}

const byRef = (refs: readonly Ref[] = []): Readonly<Record<Ref, true>> =>
  Object.fromEntries(refs.map((ref) => [ref, true]));

/** Text blockers, each with the time from which it counts. */
function textsOf({ verdicts }: Scene): ScanRecord['texts'] {
  const texts = verdicts.map(({ issue, case: { waiting } }) => [issue, waiting.texts] as const);
  return Object.fromEntries(texts.filter(([, each]) => Object.keys(each).length > 0));
}

/** Whether there is anything new to keep. That time has passed is nothing new. */
export function differs(next: ScanRecord, previous: ScanRecord | undefined): boolean {
  if (previous === undefined) return true;
  const timeless = (record: ScanRecord): ScanRecord => ({ ...record, at: '', trend: [] });
  return canonical(timeless(next)) !== canonical(timeless(previous));
}

/** The same JSON for the same content, whatever order the keys came in. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

const HOUR = 60 * 60 * 1000;

/** Of the 400 comments that may be written in an hour; answers to people need some as well. */
const MOST_AN_HOUR = 380;

type Wrote = NonNullable<ScanRecord['wrote']>;

const recentOf = (previous: ScanRecord | undefined, at: string): Wrote =>
  (previous?.wrote ?? []).filter((each) => Date.parse(at) - Date.parse(each.at) < HOUR);

/** How many comments fit now: scans that follow each other closely share one hour's. */
export function roomAt(at: string, previous: ScanRecord | undefined): number {
  const wrote = recentOf(previous, at).reduce((sum, { count }) => sum + count, 0);
  return Math.max(0, MOST_AN_HOUR - wrote);
}

/** A scan that wrote nothing changes nothing here, so that nothing new stays nothing new. */
function wroteBy(
  at: string,
  { previous, count }: { previous: ScanRecord | undefined; count: number },
): Wrote | undefined {
  return count === 0 ? previous?.wrote : [...recentOf(previous, at), { at, count }];
}

export interface Unwritten {
  readonly next: Readonly<Record<Ref, IssueRecord>>;
  readonly previous: Readonly<Record<Ref, IssueRecord>> | undefined;
  readonly unwritten: readonly Planned[];
  readonly found?: ReadonlyMap<Planned, string | null> | undefined;
}

/** What the next scan should know when some changes were deferred, refused or lost: they come first next time. */
export function owing({ next, previous, unwritten, found }: Unwritten): Readonly<Record<Ref, IssueRecord>> {
  const left: Record<Ref, IssueRecord> = { ...next };
  for (const each of unwritten) {
    const { ref, change } = each;
    const record = left[ref];
    if (!record) continue;
    if (change.kind === 'label') {
      left[ref] = { ...record, labels: labelsWithout(record.labels, change), owed: true };
      continue;
    }
    if (change.slot !== SLOT) {
      // Nobody was told that its blocker is gone: so it is still held, for the next scan to tell.
      left[ref] = { ...record, held: true, owed: true };
      continue;
    }
    const { says: _, ...silent } = record;
    const stands = found?.has(each) ? found.get(each) : (change.existing ?? previous?.[ref]?.says);
    const says = stands === null || stands === undefined ? {} : { says: stands };
    left[ref] = { ...silent, ...says, notified: previous?.[ref]?.notified ?? false, owed: true };
  }
  return left;
}

function labelsWithout(labels: readonly string[], { label, action }: LabelChange): readonly string[] {
  return action === 'add' ? labels.filter((each) => each !== label) : [...new Set([...labels, label])].sort();
}
