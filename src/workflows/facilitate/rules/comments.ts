// crew's comment on an issue: which issues get one, its text, and the change that creates or edits it. maintain.ts plans all comments of a
// scan with it; decide.ts and issue-record.ts use parts.

import { bodyDigest } from '../../../changes/marker.js';
import type { IssueRecord } from '../../../ports/board.js';
import type { Ref } from '../../../ports/board-snapshot.js';
import { adviceOf, questionsOf, refFormatFor } from './advice.js';
import { type BoardFacts, compareNumbers, isDashboard, isExempt, waitingFor } from './board-facts.js';
import { isWorkInterrupted } from './earlier-work.js';
import { isOverRule, readyPullsOf } from './facts.js';
import { preconditionOf, type Verdict } from './judge.js';
import { repoOf } from './links.js';
import type { Criterion } from './statements.js';
import { whoMustAct } from './turns.js';
import { type Planned, placeOf, SLOT } from './writes.js';

/** Whether a person must act. For an issue that could not be judged: only if the previous scan could not judge it either. */
export function needsAction(verdict: Verdict, previousRecord: IssueRecord | undefined): boolean {
  const { rule, state, due, attention, evidence } = verdict;
  if (rule === 'closed') return false;
  if (state === 'unknown') return (previousRecord?.unknownScans ?? 0) >= 1;
  if (due === 'merge') return attention.length > 0;
  return (
    due === 'close' ||
    state === 'blocked' ||
    state === 'review_pending' ||
    // A run that is stuck, failed or was cancelled has said so in its own comment.
    (rule === 'interrupted' && isWorkInterrupted(evidence)) ||
    attention.length > 0
  );
}

/** Whether the issue should have a comment, by the configuration. A closed issue should not; a comment that it has is edited once more. */
export function isCommentWanted(
  verdict: Verdict,
  boardFacts: BoardFacts,
  previousRecord: IssueRecord | undefined,
): boolean {
  const { comments } = boardFacts.config.facilitate;
  if (comments === 'none' || verdict.rule === 'closed') return false;
  if (comments === 'all' && verdict.state !== 'unknown') return true;
  return needsAction(verdict, previousRecord);
}

/** Whether crew may comment on the issue: comments are enabled, the issue was read, and it is not transferred, locked, quiet, exempt or a dashboard. */
export function isOpenToComments(verdict: Verdict, boardFacts: BoardFacts, quiet: ReadonlySet<Ref>): boolean {
  const { issue } = verdict.case;
  return (
    !issue.unread &&
    issue.transferredTo === undefined &&
    !issue.locked &&
    !quiet.has(issue.ref) &&
    !isExempt(verdict, boardFacts) &&
    !isDashboard(verdict, boardFacts) &&
    boardFacts.config.facilitate.comments !== 'none'
  );
}

/**
 * Issues that wait for the same pull request share one comment: on the issue that already has one, else on the lowest number. Maps
 * that issue to the others, which get no comment.
 */
export function sharedCommentsOf(
  waiting: readonly Verdict[],
  hasComment: (ref: Ref) => boolean,
): ReadonlyMap<Ref, readonly Ref[]> {
  const groups = new Map<string, Verdict[]>();
  for (const verdict of waiting) {
    const pulls = readyPullsOf(verdict.case)
      .map(({ ref }) => ref)
      .sort()
      .join(' ');
    const group = groups.get(pulls);
    if (group) group.push(verdict);
    else groups.set(pulls, [verdict]);
  }
  return new Map(
    [...groups.values()].flatMap((group) => {
      const refs = group
        .map(({ issue }) => issue)
        .sort((a, b) => Number(hasComment(b)) - Number(hasComment(a)) || compareNumbers(a, b));
      const [holder, ...others] = refs;
      return holder === undefined ? [] : [[holder, others] as const];
    }),
  );
}

/** Whether the issue waits for the review or the merge of a pull request. */
export const waitsForPull = ({ rule }: Verdict): boolean => rule === 'in-review' || rule === 'approved';

/** The text of the comment. It contains nothing that readers of the issue's own repository may not see. */
export function bodyOf(verdict: Verdict, boardFacts: BoardFacts, also: readonly Ref[]): string {
  const reader = repoOf(verdict.issue);
  const shown = refFormatFor(boardFacts, reader);
  const isOpen = verdict.state !== 'done' || verdict.due !== undefined;
  return boardFacts.say.comment({
    state: verdict.state,
    advice: adviceOf(verdict, boardFacts, reader),
    questions: questionsOf(verdict, boardFacts, reader),
    waiting: isOpen ? waitingFor(verdict.issue, boardFacts, shown) : [],
    also: also.map(shown),
    who: whoMustAct(verdict, boardFacts),
    criteria: verdict.state === 'in_progress' ? criteriaOf(verdict, shown) : [],
  });
}

/**
 * Proposed completion criteria: the open sub-issues, the pull request, and the unticked checkboxes of the description. None while a run of
 * crew is all there is: the criteria are for people who continue work.
 */
function criteriaOf({ case: issueCase, evidence }: Verdict, shown: (ref: Ref) => string): readonly Criterion[] {
  if (issueCase.links.length === 0 && evidence.every(({ what }) => what.startsWith('the run is '))) return [];
  const openParts = issueCase.children.filter(({ rule }) => !isOverRule(rule)).map(({ ref }) => shown(ref));
  const pulls = readyPullsOf(issueCase).map(({ ref }): Criterion => ({ is: 'pull', ref: shown(ref) }));
  const drafts = issueCase.links.flatMap(({ kind, ref }): Criterion[] => {
    const pull = kind === 'pull' ? issueCase.pulls.get(ref) : undefined;
    return pull?.state === 'open' && pull.draft ? [{ is: 'ready', ref: shown(ref) }] : [];
  });
  // Unticked checkboxes, but not task list items that are sub-issues (`- [ ] #12`).
  const boxes = (issueCase.issue.body.match(/^[ \t]*[-*+] \[ \] (?!#\d)/gm) ?? []).length;
  const work = pulls.length > 0 ? pulls : drafts;
  return [
    ...(openParts.length > 0 ? [{ is: 'parts', refs: openParts } as const] : []),
    ...(work.length > 0 || openParts.length > 0
      ? work
      : [{ is: 'closes', issue: shown(issueCase.issue.ref) } as const]),
    ...(boxes > 0 ? [{ is: 'boxes', open: boxes } as const] : []),
  ];
}

/** crew's comment on an issue. */
export interface OwnComment {
  /** The digest of its text. */
  readonly digest: string;
  /** Whether the issue has several of crew's comments. Writing the same text again removes the others. */
  readonly hasDuplicates?: boolean | undefined;
}

/** The input for planning comments, in addition to the verdicts. */
export interface CommentContext {
  /** crew's comments on the board, by issue. */
  readonly ownComments: ReadonlyMap<Ref, OwnComment>;
  /** Issues where `/crew quiet` applies. */
  readonly quiet: ReadonlySet<Ref>;
  /** Redacts a text as it would be posted; comments are compared in that form. */
  readonly outgoing: (text: string) => string;
}

/** What decides the comment of one issue. */
interface Commenting {
  readonly verdict: Verdict;
  readonly previousRecord: IssueRecord | undefined;
  readonly evidenceDigest: string;
  /** Whether the issue should have a comment of its own; false if another issue's comment also names this issue. */
  readonly isOwnCommentWanted: boolean;
}

/** A new comment if one is due, or an edit if the existing text differs. Undefined if nothing changes. */
export function commentChange(
  issue: Commenting,
  {
    boardFacts,
    context,
    also,
  }: { readonly boardFacts: BoardFacts; readonly context: CommentContext; readonly also: readonly Ref[] },
): Planned | undefined {
  const { verdict } = issue;
  if (!isOpenToComments(verdict, boardFacts, context.quiet)) return undefined;
  const existing = context.ownComments.get(verdict.issue);
  if (!existing && !isNewCommentDue(issue)) return undefined;
  // If this scan is the first that could not judge the issue, its comment stays as it is.
  if (existing && verdict.state === 'unknown' && !needsAction(verdict, issue.previousRecord)) return undefined;
  const body = bodyOf(verdict, boardFacts, also);
  if (existing?.digest === bodyDigest(context.outgoing(body)) && !existing.hasDuplicates) return undefined;
  return {
    ref: verdict.issue,
    change: {
      kind: 'comment',
      ...placeOf(verdict.issue, boardFacts.board),
      slot: SLOT,
      body,
      existing: existing?.digest ?? null,
      authors: boardFacts.identity.logins,
      while: { issue: verdict.case.issue.closed ? 'closed' : 'open', evidence: preconditionOf(verdict) },
    },
    action: { action: existing ? 'update' : 'comment', issue: boardFacts.number(verdict.issue), body },
    notifies: !existing,
  };
}

/**
 * Whether a new comment is due: the previous scan wanted none, or it wanted one that was not written, and the evidence has changed since.
 */
function isNewCommentDue({ isOwnCommentWanted, previousRecord, evidenceDigest }: Commenting): boolean {
  if (!isOwnCommentWanted) return false;
  return previousRecord?.notified !== true || (previousRecord.owed && previousRecord.evidence !== evidenceDigest);
}
