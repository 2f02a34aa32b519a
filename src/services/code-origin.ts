// Whose the code is that a job of Actions runs, as git has it in the tree that was checked out. No token is asked.

import { askGitOnce } from '../adapters/git/index.js';
import { UserError } from '../ports/errors.js';

export interface CodeOrigin {
  /** Outsiders may not write to the repository; all that runs of theirs does so within walls, whatever is configured. */
  readonly by: 'insiders' | 'outsiders';
  /** The commit at which the default branch ends: what stands there is nobody's from outside. */
  readonly defaultTip: string;
}

/** Who offers a commit: only who may write here can have put it onto a branch of this repository. */
export async function codeOriginOf(
  root: string,
  { commit, payload }: { readonly commit: string; readonly payload: unknown },
): Promise<CodeOrigin> {
  const branch = defaultBranchOf(payload);
  const settled = await askGitOnce(root, [
    'rev-parse',
    '--verify',
    '--quiet',
    `refs/remotes/origin/${branch}^{commit}`,
  ]);
  if (settled === null)
    throw new UserError({
      expected: `the branch ${branch} in the checkout, with its history`,
      found: 'none',
      remedy: 'Use the reusable workflow crew.yml as it is.',
      ends: 'infra_error',
    });
  return { by: (await isOnBranch(root, commit)) ? 'insiders' : 'outsiders', defaultTip: settled };
}

async function isOnBranch(root: string, commit: string): Promise<boolean> {
  const args = ['for-each-ref', '--count=1', '--format=%(refname)', '--contains', commit, 'refs/remotes/origin/'];
  return Boolean(await askGitOnce(root, args));
}

/** The default branch, by what an event says of its repository. */
export function defaultBranchOf(payload: unknown): string {
  const { repository } = payload as { repository?: { default_branch?: unknown } };
  return String(repository?.default_branch ?? 'main');
}
