// What a scan writes: the labels and the one comment of each issue, as changes with their preconditions, in the order in which
// they are written.
import type { Ref } from '../../../ports/board-snapshot.js';
import type { Change } from '../../../ports/change.js';
import type { FacilitateAction } from '../../../ports/report.js';
import type { IssueRecord } from '../../../ports/scan-record.js';
import { type BoardFacts, isDashboard, isExempt, numberIn } from './board-facts.js';
import {
  type CommentContext,
  commentChange,
  isOpenToComments,
  isWanted,
  sharedCommentsOf,
  waitsForPull,
} from './comments.js';
import { owing, type PlannedIssue, recordOf, unblockedChange } from './issue-record.js';
import { evidenceDigestOf, type Verdict } from './judge.js';
import { labelChanges, labelPlanOf, unchangedLabels } from './labels.js';
import type { Planned } from './writes.js';

export interface Maintained {
  /** Everything that is due, as the report lists it. */
  readonly actions: readonly FacilitateAction[];
  /** What fits now, in its order. `changes` are the same without the issue and the report's words. */
  readonly planned: readonly Planned[];
  readonly changes: readonly Change[];
  /** Comments that exceed the limit of an hour; the next scan writes them first. */
  readonly deferred: readonly Planned[];
  /** Issues that get no comment now, because too many would get one at once. */
  readonly leftOut: readonly Ref[];
  /** What the next scan should know if everything planned gets written; `owing` corrects it for what does not. */
  readonly next: Readonly<Record<Ref, IssueRecord>>;
}

/** Plans what a scan writes. `room` is how many comments fit into this hour. */
export function maintain(boardFacts: BoardFacts, context: CommentContext & { readonly room: number }): Maintained {
  const issues = planIssues(boardFacts, context);
  const leftOut = leftOutOf(issues, boardFacts);
  const due = [...issues]
    .sort(byUrgency)
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
    next: owing({ next, previous: boardFacts.previous?.issues, unwritten: deferred }),
  };
}

/** More new comments than this at once are one piece of news, and stand in the digest instead. */
const MOST_AT_ONCE = 30;

/**
 * The issues that get no comment in this scan: on the first scan of a board, when more than 30 would get one; on any scan, when
 * more than 30 would be told that they could not be read.
 */
function leftOutOf(issues: readonly PlannedIssue[], { previous }: BoardFacts): ReadonlySet<Ref> {
  const fresh = issues.filter(({ comment }) => comment?.notifies === true);
  const unread = fresh.filter(({ verdict }) => verdict.state === 'unknown');
  const tooMany = !previous && fresh.length > MOST_AT_ONCE ? fresh : unread.length > MOST_AT_ONCE ? unread : [];
  return new Set(tooMany.map(({ verdict }) => verdict.issue));
}

function planIssues(boardFacts: BoardFacts, context: CommentContext): readonly PlannedIssue[] {
  const previously = ({ issue }: Verdict) => boardFacts.previous?.issues[issue];
  const wanted = boardFacts.verdicts.filter(
    (verdict) =>
      isOpenToComments(verdict, boardFacts, context.quiet) && isWanted(verdict, boardFacts, previously(verdict)),
  );
  const shared = sharedCommentsOf(wanted.filter(waitsForPull), (ref) => context.existing.has(ref));
  const getComment = new Set(
    wanted.filter((each) => !waitsForPull(each) || shared.has(each.issue)).map(({ issue }) => issue),
  );
  return boardFacts.verdicts.map((verdict) => {
    const before = previously(verdict);
    const evidence = evidenceDigestOf(verdict);
    const labelPlan = keepsLabels(verdict, boardFacts)
      ? unchangedLabels(before)
      : labelPlanOf(verdict, boardFacts, { before, evidence });
    const of = { verdict, before, evidence, labelPlan, wanted: getComment.has(verdict.issue) };
    return {
      ...of,
      labels: labelChanges(of, boardFacts),
      comment: commentChange(of, { boardFacts, context, also: shared.get(verdict.issue) ?? [] }),
      unblocked: unblockedChange(of, { boardFacts, context }),
    };
  });
}

/** Labels stay as they are on an issue that could not be read, that moved away, or that is exempt. */
const keepsLabels = (verdict: Verdict, boardFacts: BoardFacts): boolean =>
  verdict.state === 'unknown' ||
  verdict.case.issue.transferredTo !== undefined ||
  isExempt(verdict, boardFacts) ||
  isDashboard(verdict, boardFacts);

/** What an earlier scan could not write comes first, then what somebody must act on, then the older issue. */
function byUrgency(a: PlannedIssue, b: PlannedIssue): number {
  const rank = ({ before, wanted, verdict }: PlannedIssue) => [
    before?.owed ? 0 : 1,
    wanted ? 0 : 1,
    Date.parse(verdict.case.issue.createdAt),
  ];
  const [one, other] = [rank(a), rank(b)];
  const at = one.findIndex((each, n) => each !== other[n]);
  return at < 0 ? numberIn(a.verdict.issue) - numberIn(b.verdict.issue) : (one[at] ?? 0) - (other[at] ?? 0);
}
