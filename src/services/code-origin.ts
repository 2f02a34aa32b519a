// Who wrote the code that an Actions job runs, read from the checked-out clone; no token is needed. The jobs work and verify (src/action)
// read it; environment.ts and verify-trees.ts restrict outsiders' code by it.

import { gitOutput } from '../adapters/git/index.js';
import { UserError } from '../ports/errors.js';

/** Who wrote the code of a checkout. */
export interface CodeOrigin {
  /** `outsiders` cannot write to the repository. Their code runs in the sandbox only, and no setting changes that. */
  readonly by: 'insiders' | 'outsiders';
  /** The tip of the default branch, which only insiders can change. */
  readonly defaultTip: string;
}

/** Returns who wrote a commit. A commit on a branch of this repository was pushed by a person with write access. */
export async function codeOriginOf(
  root: string,
  { commit, payload }: { readonly commit: string; readonly payload: unknown },
): Promise<CodeOrigin> {
  const branch = defaultBranchOf(payload);
  const defaultTip = await gitOutput(root, [
    'rev-parse',
    '--verify',
    '--quiet',
    `refs/remotes/origin/${branch}^{commit}`,
  ]);
  if (defaultTip === null)
    throw new UserError({
      expected: `the branch ${branch} in the checkout, with its history`,
      found: 'none',
      remedy: 'Use the reusable workflow crew.yml as it is.',
      ends: 'infra_error',
    });
  return { by: (await isOnBranch(root, commit)) ? 'insiders' : 'outsiders', defaultTip };
}

async function isOnBranch(root: string, commit: string): Promise<boolean> {
  const args = ['for-each-ref', '--count=1', '--format=%(refname)', '--contains', commit, 'refs/remotes/origin/'];
  return Boolean(await gitOutput(root, args));
}

/** The default branch in the payload of an event. */
export function defaultBranchOf(payload: unknown): string {
  const { repository } = payload as { repository?: { default_branch?: unknown } };
  return String(repository?.default_branch ?? 'main');
}
