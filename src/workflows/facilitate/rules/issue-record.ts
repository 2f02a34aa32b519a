// The record of one issue for the next scan: its state, crew's comment and labels, and the changes that could not be written. Also plans the
// comment that says that the last blocker is gone, which depends on the previous record.

import { bodyDigest } from '../../../changes/marker.js';
import type { IssueRecord } from '../../../ports/board.js';
import type { Ref } from '../../../ports/board-snapshot.js';
import type { LabelChange } from '../../../ports/change.js';
import { refFormatFor } from './advice.js';
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
  readonly previousRecord: IssueRecord | undefined;
  readonly evidenceDigest: string;
  /** Whether the issue should have a comment of its own; false if another issue's comment also names this issue. */
  readonly isOwnCommentWanted: boolean;
  readonly labelPlan: LabelPlan;
  readonly labels: readonly Planned[];
  readonly comment: Planned | undefined;
  /** The comment that says that the last blocker is gone. */
  readonly unblocked: Planned | undefined;
}

interface RecordContext {
  readonly boardFacts: BoardFacts;
  readonly context: CommentContext;
  /** Issues that get no comment in this scan, because too many would get one at once. */
  readonly leftOut: ReadonlySet<Ref>;
}

/** The record of an issue, assuming that all its planned changes are written. */
export function recordOf(issue: PlannedIssue, { boardFacts, context, leftOut }: RecordContext): IssueRecord {
  const { verdict, previousRecord, labelPlan } = issue;
  const { state, rule } = verdict;
  return {
    state,
    rule,
    since: previousRecord?.state === state ? previousRecord.since : boardFacts.board.observedAt,
    unknownScans: state === 'unknown' ? (previousRecord?.unknownScans ?? 0) + 1 : 0,
    ...commentDigestOf(issue, { context, leftOut }),
    labels: labelPlan.labels,
    removed: labelPlan.removed,
    ...(hasOpenBlocker(verdict) || (state === 'unknown' && previousRecord?.held) ? { held: true as const } : {}),
    ...notificationOf(issue, leftOut),
  };
}

/** The blockers that are done. Blockers that were removed from the description are unknown, and not among them. */
const endedBlockersOf = ({ blockers }: Verdict): readonly Ref[] => [
  ...new Set(blockers.flatMap(({ ref, open, dropped }) => (open || dropped || ref === undefined ? [] : [ref]))),
];

const hasOpenBlocker = (verdict: Verdict): boolean => openBlockers(verdict.case).length > 0;

/** The digest of crew's comment as it will be after the planned changes. */
function commentDigestOf(
  { verdict, comment }: PlannedIssue,
  { context, leftOut }: Omit<RecordContext, 'boardFacts'>,
): Pick<IssueRecord, 'says'> {
  const change = leftOut.has(verdict.issue) ? undefined : comment?.change;
  const existing = context.ownComments.get(verdict.issue)?.digest;
  const says = change?.kind === 'comment' ? bodyDigest(context.outgoing(change.body)) : existing;
  return says === undefined ? {} : { says };
}

/** What people have been notified of. If this scan could not read the issue, the previous record stays. */
function notificationOf(
  { verdict, previousRecord, evidenceDigest, isOwnCommentWanted, comment }: PlannedIssue,
  leftOut: ReadonlySet<Ref>,
): Pick<IssueRecord, 'evidence' | 'notified' | 'owed'> {
  if (verdict.state === 'unknown' && previousRecord && !isOwnCommentWanted) {
    const { notified, owed } = previousRecord;
    return { evidence: previousRecord.evidence, notified, owed };
  }
  const isUnchanged = isOwnCommentWanted && comment === undefined && previousRecord?.evidence === evidenceDigest;
  const stillLeftOut = isUnchanged && previousRecord.owed && previousRecord.notified;
  return { evidence: evidenceDigest, notified: isOwnCommentWanted, owed: leftOut.has(verdict.issue) || stillLeftOut };
}

/** The comment that tells the assignees, else the author, that the last blocker is gone. Undefined if there is no reason for it. */
export function unblockedChange(
  { verdict, previousRecord }: Pick<PlannedIssue, 'verdict' | 'previousRecord'>,
  { boardFacts, context }: Pick<RecordContext, 'boardFacts' | 'context'>,
): Planned | undefined {
  const isFree =
    previousRecord?.held === true &&
    !hasOpenBlocker(verdict) &&
    verdict.state !== 'unknown' &&
    verdict.state !== 'done';
  const isAllowed =
    boardFacts.config.facilitate['notify-unblocked'] && isOpenToComments(verdict, boardFacts, context.quiet);
  if (!isFree || !isAllowed) return undefined;
  const body = boardFacts.say.unblocked({
    who: whoToNotify(verdict),
    ended: endedBlockersOf(verdict).map(refFormatFor(boardFacts, repoOf(verdict.issue))),
    isStarted: verdict.state !== 'incomplete',
  });
  // The date is part of the slot, so an issue that is blocked and freed again on another day gets another comment.
  const slot = `unblocked:${boardFacts.board.observedAt.slice(0, 10)}`;
  return {
    ref: verdict.issue,
    change: {
      kind: 'comment',
      ...placeOf(verdict.issue, boardFacts.board),
      slot,
      body,
      existing: null,
      authors: boardFacts.identity.logins,
      while: { issue: 'open', evidence: preconditionOf(verdict) },
    },
    action: { action: 'comment', issue: boardFacts.number(verdict.issue), body },
    notifies: true,
  };
}

export interface Unwritten {
  /** The records, assuming that all planned changes are written. */
  readonly next: Readonly<Record<Ref, IssueRecord>>;
  readonly previous: Readonly<Record<Ref, IssueRecord>> | undefined;
  readonly unwritten: readonly Planned[];
  /** By skipped comment: the digest of the comment that exists instead; null if none exists. */
  readonly existingDigests?: ReadonlyMap<Planned, string | null> | undefined;
}

/** The records, corrected for changes that were deferred, refused or lost. The next scan writes those first. */
export function withUnwritten({
  next,
  previous,
  unwritten,
  existingDigests,
}: Unwritten): Readonly<Record<Ref, IssueRecord>> {
  const corrected: Record<Ref, IssueRecord> = { ...next };
  for (const planned of unwritten) {
    const { ref, change } = planned;
    const record = corrected[ref];
    if (!record) continue;
    if (change.kind === 'label') {
      corrected[ref] = { ...record, labels: labelsWithout(record.labels, change), owed: true };
    } else if (change.slot !== SLOT) {
      // This comment announces that the last blocker is gone. `held` stays true, so that the next scan plans the comment again.
      corrected[ref] = { ...record, held: true, owed: true };
    } else {
      const recorded = change.existing ?? previous?.[ref]?.says;
      const digest = existingDigests?.has(planned) ? existingDigests.get(planned) : recorded;
      const { says: _, ...rest } = record;
      const says = digest === null || digest === undefined ? {} : { says: digest };
      corrected[ref] = { ...rest, ...says, notified: previous?.[ref]?.notified ?? false, owed: true };
    }
  }
  return corrected;
}

/** The labels on the issue if this change is not written. */
function labelsWithout(labels: readonly string[], { label, action }: LabelChange): readonly string[] {
  return action === 'add'
    ? labels.filter((unwrittenChange) => unwrittenChange !== label)
    : [...new Set([...labels, label])].sort();
}
