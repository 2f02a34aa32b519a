// Facts about one pull request: reviews, checks, conflicts, and whether its merge counts. Used by facts.ts, judge.ts and other rules here.
import type { BoardSnapshot, IssueFacts, PullFacts, Ref } from '../../../ports/board-snapshot.js';
import { type Answer, all, any, type EvidenceItem, no, unread, whether, yes } from './answer.js';
import { repoOf } from './links.js';
import { mayPush } from './people.js';

/** crew's own check does not count as failed or pending. */
const OWN_CHECK = 'crew/verify';
/** The conclusions of a check that count as a failure. */
const FAILED = ['failure', 'error', 'timed_out', 'startup_failure'];

/** Evidence about a pull request, by its author and from when it was opened, unless `more` says otherwise. */
export const evidenceOf = (pull: PullFacts, what: string, more: Partial<EvidenceItem> = {}): EvidenceItem => ({
  what,
  ref: pull.ref,
  by: pull.author.login,
  at: pull.createdAt,
  ...more,
});

type Review = Exclude<PullFacts['reviews'], 'unread'>[number];

/** The last approval or request for changes of each reviewer with write access. A later comment does not replace it. */
function decidingReviews(pull: PullFacts, board: BoardSnapshot): readonly Review[] {
  if (pull.reviews === 'unread') return [];
  const last = new Map<string, Review>();
  for (const review of [...pull.reviews].sort((a, b) => a.at.localeCompare(b.at))) {
    if (review.state !== 'COMMENTED' && mayPush(board, review.by.login, repoOf(pull.ref)))
      last.set(review.by.login, review);
  }
  return [...last.values()];
}

/** The pull request's own commits after one of its commits, without merges of the base. */
function ownCommitsAfter(pull: PullFacts, sha: string): readonly { at: string }[] | 'unread' {
  if (pull.commits === 'unread') return 'unread';
  const at = pull.commits.findIndex((commit) => commit.sha === sha);
  // If the reviewed commit is missing, it was removed by a force push, and `at` is -1: all commits count as newer.
  return pull.commits.slice(at + 1).filter(({ own }) => own);
}

/** Whether a reviewer with write access requested changes, and no commit or review request to that reviewer followed. */
export function hasChangesRequested(pull: PullFacts, board: BoardSnapshot): Answer {
  if (pull.reviews === 'unread') return unread(`pull ${pull.ref} reviews`);
  const requesting = decidingReviews(pull, board).filter(({ state }) => state === 'CHANGES_REQUESTED');
  return any(
    requesting.map((review) => {
      if (pull.requests.some(({ login, at }) => login === review.by.login && at > review.at)) return no;
      const newer = ownCommitsAfter(pull, review.commit);
      if (newer === 'unread') return unread(`pull ${pull.ref} commits`);
      const evidence = evidenceOf(pull, 'asks for changes', { by: review.by.login, at: review.at });
      return whether(newer.length === 0, evidence);
    }),
  );
}

/**
 * Whether GitHub says that it is approved. If the repository requires no review: whether a reviewer with write access approved the
 * current head and none requests changes.
 */
export function isApproved(pull: PullFacts, board: BoardSnapshot): Answer {
  if (pull.reviewDecision === 'APPROVED') return yes(approvalEvidence(pull, board));
  if (pull.reviewDecision === 'unread') return unread(`pull ${pull.ref} reviewDecision`);
  if (pull.reviewDecision !== 'NONE') return no;
  if (pull.reviews === 'unread') return unread(`pull ${pull.ref} reviews`);
  const latest = decidingReviews(pull, board);
  if (latest.some(({ state }) => state === 'CHANGES_REQUESTED')) return no;
  return any(
    latest
      .filter(({ state }) => state === 'APPROVED')
      .map((review) => {
        const newer = ownCommitsAfter(pull, review.commit);
        if (newer === 'unread') return unread(`pull ${pull.ref} commits`);
        return whether(newer.length === 0, evidenceOf(pull, 'approved', { by: review.by.login, at: review.at }));
      }),
  );
}

/** The approval as evidence, with the last approver and the time of the approval. Neither is given if the reviews do not show it. */
function approvalEvidence(pull: PullFacts, board: BoardSnapshot): EvidenceItem {
  const last = decidingReviews(pull, board).findLast(({ state }) => state === 'APPROVED');
  return evidenceOf(pull, 'approved', { by: last?.by.login, at: last?.at });
}

type Check = Exclude<PullFacts['checks'], 'unread'>[number];

/** The required checks. If no check is required, all checks except crew's own. */
function countedChecks(checks: readonly Check[]): readonly Check[] {
  const required = checks.filter((check) => check.required === true);
  return required.length > 0 ? required : checks.filter(({ name }) => name !== OWN_CHECK);
}

/** The names of the checks that count and failed. Empty if the checks could not be read. */
export const failedChecks = ({ checks }: PullFacts): readonly string[] =>
  checks === 'unread'
    ? []
    : countedChecks(checks)
        .filter(({ state }) => FAILED.includes(state))
        .map(({ name }) => name);

/** Whether the pull request conflicts with its base. Unknown mergeability is no conflict. */
export const hasConflict = ({ mergeable }: PullFacts): boolean => mergeable === 'conflicts';

/** Whether a check that counts failed, or the pull request conflicts with its base. */
export function isFailing(pull: PullFacts): Answer {
  const conflicts = whether(hasConflict(pull), evidenceOf(pull, 'conflicts with its base'));
  if (pull.checks === 'unread') return any([conflicts, unread(`pull ${pull.ref} checks`)]);
  return any([conflicts, ...failedChecks(pull).map((name) => yes(evidenceOf(pull, `the check ${name} failed`)))]);
}

/** Whether a required check is still pending. */
export function hasPendingCheck(pull: PullFacts): Answer {
  if (pull.checks === 'unread') return unread(`pull ${pull.ref} checks`);
  const pending = pull.checks.filter(({ required, state }) => required === true && state === 'pending');
  return any(pending.map(({ name }) => yes(evidenceOf(pull, `the check ${name} has not ended`))));
}

/** Whether branch rules prevent the merge. Unknown counts as no. */
export const isMergeBlocked = (pull: PullFacts): Answer =>
  whether(pull.blocked === true, evidenceOf(pull, 'rules keep it from being merged'));

/** Whether GitHub did not say if it can be merged. The confidence in the verdict is then lower. */
export const isMergeabilityUnknown = ({ mergeable, blocked }: PullFacts): boolean =>
  mergeable === 'unread' || blocked === 'unread';

export interface MergeContext {
  readonly board: BoardSnapshot;
  /** Branches besides the default branch on which work counts as done. */
  readonly doneBranches: readonly string[];
  /** The time of the revert of a pull request; null if it was not reverted, or was reapplied. */
  readonly revertedAt: (pull: PullFacts) => string | null;
}

/** Cached answers by board and pull request, since several pull requests may be based on the same one. */
const cachedAnswers = new WeakMap<BoardSnapshot, Map<Ref, Answer>>();

/** `countsAsMerged` without an issue, computed once for each pull request of a board. */
function cachedCountsAsMerged(pull: PullFacts, context: MergeContext): Answer {
  const answers = cachedAnswers.get(context.board) ?? new Map<Ref, Answer>();
  cachedAnswers.set(context.board, answers);
  const cached = answers.get(pull.ref);
  if (cached) return cached;
  // Two pull requests can be merged into each other's branches. Within such a cycle the answer is `no`.
  answers.set(pull.ref, no);
  const answer = countsAsMerged(pull, null, context);
  answers.set(pull.ref, answer);
  return answer;
}

/**
 * Whether a pull request was merged into a branch that counts as done, was not reverted, and was merged after the last reopening of the
 * issue. With `null` for the issue, reopenings do not matter.
 */
export function countsAsMerged(pull: PullFacts, issue: IssueFacts | null, context: MergeContext): Answer {
  const { merge } = pull;
  if (!merge || context.revertedAt(pull) !== null) return no;
  const reopened = issue?.reopenings.at(-1);
  if (reopened !== undefined && merge.at <= reopened) return no;
  const evidence = evidenceOf(pull, 'merged', { by: merge.by?.login, at: merge.at });
  return all([any([hasReachedDoneBranch(pull, context), isMergedThroughBase(pull, context)]), yes(evidence)]);
}

/** Whether its merge commit is on the default branch or on one of `done-branches`. */
function hasReachedDoneBranch(pull: PullFacts, { board, doneBranches }: MergeContext): Answer {
  const home = board.repos.find(({ repo }) => repo === pull.ref.slice(0, pull.ref.lastIndexOf('#')));
  const countedBranches = [home?.defaultBranch ?? 'main', ...doneBranches];
  const { branches } = pull.merge ?? { branches: [] };
  if (branches === 'unread') return unread(`pull ${pull.ref} reaches`);
  return whether(branches.some((branch) => countedBranches.includes(branch)));
}

/**
 * Whether a pull request was merged into the branch of another one that was merged later and counts. Its commits were then merged with
 * that one.
 */
function isMergedThroughBase(pull: PullFacts, context: MergeContext): Answer {
  const repo = pull.ref.slice(0, pull.ref.lastIndexOf('#'));
  const basePulls = context.board.pulls.filter(
    (each) => each !== pull && each.head.branch === pull.base && each.head.repo === repo,
  );
  return any(
    basePulls
      .filter(({ merge }) => merge && (pull.merge?.at ?? '') <= merge.at)
      .map((each) => cachedCountsAsMerged(each, context)),
  );
}
