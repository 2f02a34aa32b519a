// The record of one issue for the next scan: its state, crew's comment and labels, and the changes that could not be written.

import { bodyDigest } from '../../../changes/marker.js';
import type { IssueRecord } from '../../../ports/board.js';
import type { Ref } from '../../../ports/board-snapshot.js';
import type { LabelChange } from '../../../ports/change.js';
import { namesFor } from './advice.js';
import type { BoardFacts } from './board-facts.js';
import { type CommentContext, isOpenToComments } from './comments.js';
import { openBlockers } from './facts.js';
import { preconditionOf, type Verdict } from './judge.js';
import type { LabelPlan } from './labels.js';
import { repoOf } from './links.js';
import { whoToNotify } from './turns.js';
import { type Planned, placeOf, SLOT } from './writes.js';

/** An issue with everything that is planned for it. */
export interface PlannedIssue {
  readonly verdict: Verdict;
  /** The record of the previous scan. */
  readonly before: IssueRecord | undefined;
  readonly evidence: string;
  /** Whether the issue should have a comment, by the configuration. */
  readonly wanted: boolean;
  readonly labelPlan: LabelPlan;
  readonly labels: readonly Planned[];
  readonly comment: Planned | undefined;
  /** The comment that says that the last blocker is gone. */
  readonly unblocked: Planned | undefined;
}

interface Recording {
  readonly boardFacts: BoardFacts;
  readonly context: CommentContext;
  readonly leftOut: ReadonlySet<Ref>;
}

/** The record of an issue, assuming that all its planned changes are written. */
export function recordOf(issue: PlannedIssue, { boardFacts, context, leftOut }: Recording): IssueRecord {
  const { verdict, before, labelPlan } = issue;
  const { state, rule } = verdict;
  return {
    state,
    rule,
    since: before?.state === state ? before.since : boardFacts.board.observedAt,
    unknownScans: state === 'unknown' ? (before?.unknownScans ?? 0) + 1 : 0,
    ...commentDigestOf(issue, { context, leftOut }),
    labels: labelPlan.labels,
    removed: labelPlan.removed,
    ...(hasOpenBlocker(verdict) || (state === 'unknown' && before?.held) ? { held: true as const } : {}),
    ...notificationOf(issue, leftOut),
  };
}

/** The blockers that are done. Those that were removed from the description are not known any more. */
const endedBlockersOf = ({ blockers }: Verdict): readonly Ref[] => [
  ...new Set(blockers.flatMap(({ ref, open, dropped }) => (open || dropped || ref === undefined ? [] : [ref]))),
];

const hasOpenBlocker = (verdict: Verdict): boolean => openBlockers(verdict.case).length > 0;

/** The digest of crew's comment after the planned changes. */
function commentDigestOf(
  { verdict, comment }: PlannedIssue,
  of: Omit<Recording, 'boardFacts'>,
): Pick<IssueRecord, 'says'> {
  const change = of.leftOut.has(verdict.issue) ? undefined : comment?.change;
  const existing = of.context.existing.get(verdict.issue)?.digest;
  const says = change?.kind === 'comment' ? bodyDigest(of.context.outgoing(change.body)) : existing;
  return says === undefined ? {} : { says };
}

/** What people have been notified of. If this scan could not read the issue, the previous record stays. */
function notificationOf(
  { verdict, before, evidence, wanted, comment }: PlannedIssue,
  leftOut: ReadonlySet<Ref>,
): Pick<IssueRecord, 'evidence' | 'notified' | 'owed'> {
  if (verdict.state === 'unknown' && before && !wanted) {
    const { notified, owed } = before;
    return { evidence: before.evidence, notified, owed };
  }
  const isUnchanged = wanted && comment === undefined && before?.evidence === evidence;
  const stillLeftOut = isUnchanged && before.owed && before.notified;
  return { evidence, notified: wanted, owed: leftOut.has(verdict.issue) || stillLeftOut };
}

/** The comment that tells the assignees, else the author, that the last blocker is gone. Undefined if there is no reason for it. */
export function unblockedChange(
  { verdict, before }: Pick<PlannedIssue, 'verdict' | 'before'>,
  { boardFacts, context }: Pick<Recording, 'boardFacts' | 'context'>,
): Planned | undefined {
  const isFree =
    before?.held === true && !hasOpenBlocker(verdict) && verdict.state !== 'unknown' && verdict.state !== 'done';
  const isAllowed =
    boardFacts.config.facilitate['notify-unblocked'] && isOpenToComments(verdict, boardFacts, context.quiet);
  if (!isFree || !isAllowed) return undefined;
  const body = boardFacts.say.unblocked({
    who: whoToNotify(verdict),
    ended: endedBlockersOf(verdict).map(namesFor(boardFacts, repoOf(verdict.issue))),
    isStarted: verdict.state !== 'incomplete',
  });
  // The date is part of the slot, so an issue that is blocked and freed again on another day gets another comment.
  const slot = `unblocked:${boardFacts.board.observedAt.slice(0, 10)}`;
  return {
    ref: verdict.issue,
    change: {
      ...{ kind: 'comment', ...placeOf(verdict.issue, boardFacts.board), slot, body, existing: null },
      authors: boardFacts.identity.logins,
      while: { issue: 'open', evidence: preconditionOf(verdict) },
    },
    action: { action: 'comment', issue: boardFacts.number(verdict.issue), body },
    notifies: true,
  };
}

export interface Unwritten {
  readonly next: Readonly<Record<Ref, IssueRecord>>;
  readonly previous: Readonly<Record<Ref, IssueRecord>> | undefined;
  readonly unwritten: readonly Planned[];
  /** By skipped comment: the digest of the comment that exists instead; null if none exists. */
  readonly found?: ReadonlyMap<Planned, string | null> | undefined;
}

/** The records, corrected for changes that were deferred, refused or lost. The next scan writes those first. */
export function withUnwritten({ next, previous, unwritten, found }: Unwritten): Readonly<Record<Ref, IssueRecord>> {
  const corrected: Record<Ref, IssueRecord> = { ...next };
  for (const each of unwritten) {
    const { ref, change } = each;
    const record = corrected[ref];
    if (!record) continue;
    if (change.kind === 'label') {
      corrected[ref] = { ...record, labels: labelsWithout(record.labels, change), owed: true };
      continue;
    }
    if (change.slot !== SLOT) {
      // This comment announces that the last blocker is gone. `held` stays true, so that the next scan plans the comment again.
      corrected[ref] = { ...record, held: true, owed: true };
      continue;
    }
    const { says: _, ...silent } = record;
    const current = found?.has(each) ? found.get(each) : (change.existing ?? previous?.[ref]?.says);
    const says = current === null || current === undefined ? {} : { says: current };
    corrected[ref] = { ...silent, ...says, notified: previous?.[ref]?.notified ?? false, owed: true };
  }
  return corrected;
}

function labelsWithout(labels: readonly string[], { label, action }: LabelChange): readonly string[] {
  return action === 'add' ? labels.filter((each) => each !== label) : [...new Set([...labels, label])].sort();
}
