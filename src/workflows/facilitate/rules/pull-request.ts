// Facts about one pull request: reviews, checks, conflicts, and whether its merge counts.
import type { BoardSnapshot, IssueFacts, PullFacts, Ref } from '../../../ports/board-snapshot.js';
import { type Answer, all, any, no, type Sign, unread, whether, yes } from './answer.js';
import { repoOf } from './links.js';
import { mayPush } from './people.js';

/** crew's own check does not count as failed or pending. */
const OWN_CHECK = 'crew/verify';
const FAILED = ['failure', 'error', 'timed_out', 'startup_failure'];

export const signOf = (pull: PullFacts, what: string, more: Partial<Sign> = {}): Sign => ({
  what,
  ref: pull.ref,
  by: pull.author.login,
  at: pull.createdAt,
  ...more,
});

type Review = Exclude<PullFacts['reviews'], 'unread'>[number];

/** The last approval or request for changes of each reviewer with write access. A comment replaces neither. */
function opinions(pull: PullFacts, board: BoardSnapshot): readonly Review[] {
  if (pull.reviews === 'unread') return [];
  const last = new Map<string, Review>();
  for (const review of [...pull.reviews].sort((a, b) => a.at.localeCompare(b.at))) {
    if (review.state !== 'COMMENTED' && mayPush(board, review.by.login, repoOf(pull.ref)))
      last.set(review.by.login, review);
  }
  return [...last.values()];
}

/** Commits after a commit of the pull request, without merges of the base. */
function ownAfter(pull: PullFacts, sha: string): readonly { at: string }[] | 'unread' {
  if (pull.commits === 'unread') return 'unread';
  const at = pull.commits.findIndex((commit) => commit.sha === sha);
  // If the reviewed commit is missing, it was removed by a force push, and `at` is -1: all commits count as newer.
  return pull.commits.slice(at + 1).filter(({ own }) => own);
}

/** Whether a reviewer with write access requested changes, and no commit or review request to that reviewer followed. */
export function wantsChanges(pull: PullFacts, board: BoardSnapshot): Answer {
  if (pull.reviews === 'unread') return unread(`pull ${pull.ref} reviews`);
  const asking = opinions(pull, board).filter(({ state }) => state === 'CHANGES_REQUESTED');
  return any(
    asking.map((review) => {
      if (pull.requests.some(({ login, at }) => login === review.by.login && at > review.at)) return no;
      const after = ownAfter(pull, review.commit);
      if (after === 'unread') return unread(`pull ${pull.ref} commits`);
      const sign = signOf(pull, 'asks for changes', { by: review.by.login, at: review.at });
      return whether(after.length === 0, sign);
    }),
  );
}

/**
 * Whether GitHub says that it is approved. If the repository requires no review: whether a reviewer with write access approved the
 * current head and none requests changes.
 */
export function isApproved(pull: PullFacts, board: BoardSnapshot): Answer {
  if (pull.reviewDecision === 'APPROVED') return yes(approvalSign(pull, board));
  if (pull.reviewDecision === 'unread') return unread(`pull ${pull.ref} reviewDecision`);
  if (pull.reviewDecision !== 'NONE') return no;
  if (pull.reviews === 'unread') return unread(`pull ${pull.ref} reviews`);
  const latest = opinions(pull, board);
  if (latest.some(({ state }) => state === 'CHANGES_REQUESTED')) return no;
  return any(
    latest
      .filter(({ state }) => state === 'APPROVED')
      .map((review) => {
        const after = ownAfter(pull, review.commit);
        if (after === 'unread') return unread(`pull ${pull.ref} commits`);
        return whether(after.length === 0, signOf(pull, 'approved', { by: review.by.login, at: review.at }));
      }),
  );
}

/** The approval as evidence, with the last approver and the time of the approval. Neither is given if the reviews do not show it. */
function approvalSign(pull: PullFacts, board: BoardSnapshot): Sign {
  const last = opinions(pull, board).findLast(({ state }) => state === 'APPROVED');
  return signOf(pull, 'approved', { by: last?.by.login, at: last?.at });
}

type Check = Exclude<PullFacts['checks'], 'unread'>[number];

/** The required checks. If no check is required, all checks except crew's own. */
function counting(checks: readonly Check[]): readonly Check[] {
  const required = checks.filter((check) => check.required === true);
  return required.length > 0 ? required : checks.filter(({ name }) => name !== OWN_CHECK);
}

/** Whether a check that counts failed, or the pull request conflicts with its base. Unknown mergeability is no conflict. */
export function fails(pull: PullFacts): Answer {
  const conflicts = whether(pull.mergeable === 'conflicts', signOf(pull, 'conflicts with its base'));
  if (pull.checks === 'unread') return any([conflicts, unread(`pull ${pull.ref} checks`)]);
  const failed = counting(pull.checks).filter(({ state }) => FAILED.includes(state));
  return any([conflicts, ...failed.map(({ name }) => yes(signOf(pull, `the check ${name} failed`)))]);
}

/** Whether a required check is still pending. */
export function hasPending(pull: PullFacts): Answer {
  if (pull.checks === 'unread') return unread(`pull ${pull.ref} checks`);
  const pending = pull.checks.filter(({ required, state }) => required === true && state === 'pending');
  return any(pending.map(({ name }) => yes(signOf(pull, `the check ${name} has not ended`))));
}

/** Whether branch rules prevent the merge. Unknown counts as no. */
export const isBlocked = (pull: PullFacts): Answer =>
  whether(pull.blocked === true, signOf(pull, 'rules keep it from being merged'));

/** Whether GitHub did not say if it can be merged. Confidence is then lower. */
export const isDoubtful = ({ mergeable, blocked }: PullFacts): boolean =>
  mergeable === 'unread' || blocked === 'unread';

export interface MergeContext {
  readonly board: BoardSnapshot;
  readonly doneBranches: readonly string[];
  /** The time of the revert of a pull request; null if it was not reverted, or was reapplied. */
  readonly revertedAt: (pull: PullFacts) => string | null;
}

/** Cached answers by board and pull request, since several pull requests may be based on the same one. */
const found = new WeakMap<BoardSnapshot, Map<Ref, Answer>>();

function standsAlone(pull: PullFacts, by: MergeContext): Answer {
  const known = found.get(by.board) ?? new Map<Ref, Answer>();
  found.set(by.board, known);
  const before = known.get(pull.ref);
  if (before) return before;
  // Merges into each other's branches can form a cycle. Within a cycle the answer is `no`.
  known.set(pull.ref, no);
  const answer = stands(pull, null, by);
  known.set(pull.ref, answer);
  return answer;
}

/** Whether it was merged into a branch that counts, not reverted, and merged after the issue's last reopening. */
export function stands(pull: PullFacts, issue: IssueFacts | null, by: MergeContext): Answer {
  const { merge } = pull;
  if (!merge || by.revertedAt(pull) !== null) return no;
  const reopened = issue?.reopenings.at(-1);
  if (reopened !== undefined && merge.at <= reopened) return no;
  const sign = signOf(pull, 'merged', { by: merge.by?.login, at: merge.at });
  return all([any([reaches(pull, by), isUnderLanded(pull, by)]), yes(sign)]);
}

function reaches(pull: PullFacts, { board, doneBranches }: MergeContext): Answer {
  const home = board.repos.find(({ repo }) => repo === pull.ref.slice(0, pull.ref.lastIndexOf('#')));
  const counted = [home?.defaultBranch ?? 'main', ...doneBranches];
  const { branches } = pull.merge ?? { branches: [] };
  if (branches === 'unread') return unread(`pull ${pull.ref} reaches`);
  return whether(branches.some((branch) => counted.includes(branch)));
}

/** Whether its base is the head of another pull request that stands and was merged later. Its commits were merged with that one. */
function isUnderLanded(pull: PullFacts, by: MergeContext): Answer {
  const repo = pull.ref.slice(0, pull.ref.lastIndexOf('#'));
  const basePulls = by.board.pulls.filter(
    (each) => each !== pull && each.head.branch === pull.base && each.head.repo === repo,
  );
  return any(
    basePulls.filter(({ merge }) => merge && (pull.merge?.at ?? '') <= merge.at).map((each) => standsAlone(each, by)),
  );
}
