// Where a fix aims: which commit it works on, and where its own goes. One branch and one pull request an issue; on somebody's
// pull request what may be pushed to. Pure.
import { UserError } from '../../../ports/errors.js';
import type { Pull, Repo } from '../../../ports/index.js';

export interface Target {
  /** `branch`: a commit. `suggest`: remarks on somebody else's pull request. `patch`: nothing can be written there at all. */
  readonly how: 'branch' | 'suggest' | 'patch';
  readonly branch: string;
  /** Where the branch ends; null: it is to come into being. */
  readonly at: string | null;
  /** The branch that it is to be merged into. */
  readonly base: string;
  /** What is worked on. */
  readonly commit: string;
  /** Asked for on a pull request, it is about what is said of that. */
  readonly asked: 'issue' | 'pull';
  /** The merged pull request on which it was asked for: the change goes to another branch. */
  readonly follows?: number | undefined;
  /** The pull request that is there. */
  readonly pull?: { readonly number: number; readonly isCrews: boolean } | undefined;
}

/** Whether a branch is done with: what comes after goes onto another one. */
export function isOver(pulls: readonly Pull[]): boolean {
  return pulls.length > 0 && pulls.every(({ state }) => state !== 'open');
}

/** It was closed or merged, and is not crew's to touch any more. */
export const notOpen = (number: number, state: string): UserError =>
  new UserError({
    expected: 'an open pull request',
    found: `#${number}, which is ${state}`,
    remedy: 'Ask on its issue, and there will be another one.',
    ends: 'refused',
  });

/** On a pull request. */
export function targetOn(pull: Pull, of: { repo: Repo; mayCommit: boolean; isCrews: boolean }): Target {
  const { number, state, head, base } = pull;
  if (state !== 'open') throw notOpen(number, state);
  const isHere = head.repo === of.repo;
  const isCrews = isHere && of.isCrews;
  const how = isCrews || (isHere && of.mayCommit) ? 'branch' : isHere ? 'suggest' : 'patch';
  return {
    how,
    asked: 'pull',
    branch: head.branch,
    at: head.sha,
    base: base.branch,
    commit: head.sha,
    pull: { number, isCrews },
  };
}
