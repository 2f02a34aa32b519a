// The review decision and the changed files of a pull request. Used by mergeability, REST, GraphQL and the pages.

import { changesBetween, type FileChange } from '../git/commits.js';
import { compareCommits } from '../git/history.js';
import { type Account, type PullRequest, type Review, reaches, roleOf } from '../state.js';
import { ruleOf } from './checks.js';

export type Decision = 'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED';

/** The last approving or rejecting review of each person; later comments do not change it. */
export function opinionsOf({ reviews }: PullRequest, { writersOnly = false } = {}): Review[] {
  const opinions = new Map<Account, Review>();
  for (const review of reviews) {
    if (review.state !== 'COMMENTED' && review.state !== 'PENDING') opinions.set(review.author, review);
  }
  return [...opinions.values()].filter(
    ({ author, pull }) => !writersOnly || reaches(roleOf(pull.repository, author), 'write'),
  );
}

/** The review decision if the branch requires reviews, else null. */
export function decisionOf(pull: PullRequest): Decision | null {
  if (pull.overrides.reviewDecision !== undefined) return pull.overrides.reviewDecision;
  const { requiredReviews = 0 } = ruleOf(pull);
  if (requiredReviews === 0) return null;
  const states = opinionsOf(pull, { writersOnly: true }).map(({ state }) => state);
  if (states.includes('CHANGES_REQUESTED')) return 'CHANGES_REQUESTED';
  return states.filter((state) => state === 'APPROVED').length >= requiredReviews ? 'APPROVED' : 'REVIEW_REQUIRED';
}

/** The changes of a pull request since its merge base. */
export async function changesOfPull({ repository, base, head }: PullRequest): Promise<readonly FileChange[]> {
  const { mergeBase } = await compareCommits(repository.commits, { base: base.sha, head: head.sha });
  return mergeBase === null ? [] : changesBetween(repository.gitDir, { from: mergeBase, to: head.sha });
}
