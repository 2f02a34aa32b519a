// Plans what a scan writes: labels and comments as changes with their preconditions, most urgent first. decide.ts calls it after the board is
// judged; build-report.ts uses a type.

import type { IssueRecord } from '../../../ports/board.js';
import type { Ref } from '../../../ports/board-snapshot.js';
import type { Change } from '../../../ports/change.js';
import type { FacilitateAction } from '../../../ports/report.js';
import { type BoardFacts, isDashboard, isExempt, numberIn } from './board-facts.js';
import {
  type CommentContext,
  commentChange,
  isCommentWanted,
  isOpenToComments,
  sharedCommentsOf,
  waitsForPull,
} from './comments.js';
import { type PlannedIssue, recordOf, unblockedChange, withUnwritten } from './issue-record.js';
import { evidenceDigestOf, type Verdict } from './judge.js';
import { labelChanges, labelPlanOf, unchangedLabels } from './labels.js';
import type { Planned } from './writes.js';

/** The planned writes of a scan. */
export interface Maintained {
  /** All due changes, as the report lists them. */
  readonly actions: readonly FacilitateAction[];
  /** The changes to write now, in order. `changes` has the same changes alone. */
  readonly planned: readonly Planned[];
  readonly changes: readonly Change[];
  /** Comments that exceed the hourly limit. The next scan writes them first. */
  readonly deferred: readonly Planned[];
  /** Issues that get no comment in this scan, because too many would get one at once. */
  readonly leftOut: readonly Ref[];
  /** The issue records, assuming that everything planned is written. `withUnwritten` corrects them for changes that were not. */
  readonly next: Readonly<Record<Ref, IssueRecord>>;
}

/** Plans what a scan writes. `room` is the number of comments that this hour still allows. */
export function maintain(boardFacts: BoardFacts, context: CommentContext & { readonly room: number }): Maintained {
  const issues = planIssues(boardFacts, context);
  const leftOut = withheldCommentsOf(issues, boardFacts);
  const due = [...issues]
    .sort(compareUrgency)
    .flatMap(({ verdict, labels, comment, unblocked }) => [
      ...labels,
      ...(comment && !leftOut.has(verdict.issue) ? [comment] : []),
      ...(unblocked ? [unblocked] : []),
    ]);
  const deferred = due.filter(({ change }) => change.kind === 'comment').slice(context.room);
  const planned = due.filter((each) => !deferred.includes(each));
  const next = Object.fromEntries(
    issues.map((each) => [each.verdict.issue, recordOf(each, { boardFacts, context, leftOut })]),
  );
  return {
    actions: due.map(({ action }) => action),
    planned,
    changes: planned.map(({ change }) => change),
    deferred,
    leftOut: [...leftOut],
    next: withUnwritten({ next, previous: boardFacts.previous?.issues, unwritten: deferred }),
  };
}

/** More new comments at once would flood the people who watch the repository; see `withheldCommentsOf`. */
const MOST_AT_ONCE = 30;

/**
 * The issues that get no comment in this scan: on the first scan of a board, all of them if more than 30 would get one; on a later
 * scan, the unreadable ones if more than 30 would get a comment that says so.
 */
function withheldCommentsOf(issues: readonly PlannedIssue[], { previous }: BoardFacts): ReadonlySet<Ref> {
  const newlyCommented = issues.filter(({ comment }) => comment?.notifies === true);
  const unread = newlyCommented.filter(({ verdict }) => verdict.state === 'unknown');
  const withheld = !previous && newlyCommented.length > MOST_AT_ONCE ? newlyCommented : unread;
  return new Set(withheld.length > MOST_AT_ONCE ? withheld.map(({ verdict }) => verdict.issue) : []);
}

function planIssues(boardFacts: BoardFacts, context: CommentContext): readonly PlannedIssue[] {
  const previously = ({ issue }: Verdict) => boardFacts.previous?.issues[issue];
  const verdictsToComment = boardFacts.verdicts.filter(
    (verdict) =>
      isOpenToComments(verdict, boardFacts, context.quiet) && isCommentWanted(verdict, boardFacts, previously(verdict)),
  );
  const shared = sharedCommentsOf(verdictsToComment.filter(waitsForPull), (ref) => context.ownComments.has(ref));
  const issuesWithOwnComment = new Set(
    verdictsToComment.filter((each) => !waitsForPull(each) || shared.has(each.issue)).map(({ issue }) => issue),
  );
  return boardFacts.verdicts.map((verdict) => {
    const previousRecord = previously(verdict);
    const evidenceDigest = evidenceDigestOf(verdict);
    const labelPlan = keepsLabels(verdict, boardFacts)
      ? unchangedLabels(previousRecord)
      : labelPlanOf(verdict, boardFacts, { previousRecord, evidenceDigest });
    const decided = {
      verdict,
      previousRecord,
      evidenceDigest,
      labelPlan,
      isOwnCommentWanted: issuesWithOwnComment.has(verdict.issue),
    };
    return {
      ...decided,
      labels: labelChanges(decided, boardFacts),
      comment: commentChange(decided, { boardFacts, context, also: shared.get(verdict.issue) ?? [] }),
      unblocked: unblockedChange(decided, { boardFacts, context }),
    };
  });
}

/** Whether the labels of an issue stay as they are: it could not be read, was transferred, is exempt, or is a dashboard. */
const keepsLabels = (verdict: Verdict, boardFacts: BoardFacts): boolean =>
  verdict.state === 'unknown' ||
  verdict.case.issue.transferredTo !== undefined ||
  isExempt(verdict, boardFacts) ||
  isDashboard(verdict, boardFacts);

const isOwed = ({ previousRecord }: PlannedIssue): boolean => previousRecord?.owed === true;
const createdAt = ({ verdict }: PlannedIssue): number => Date.parse(verdict.case.issue.createdAt);

/** Compares: issues with unwritten changes of an earlier scan first, then issues that get a comment, then older issues. */
function compareUrgency(a: PlannedIssue, b: PlannedIssue): number {
  return (
    Number(isOwed(b)) - Number(isOwed(a)) ||
    Number(b.isOwnCommentWanted) - Number(a.isOwnCommentWanted) ||
    createdAt(a) - createdAt(b) ||
    numberIn(a.verdict.issue) - numberIn(b.verdict.issue)
  );
}
