import { UserError } from '../../ports/errors.js';

/** GitHub also answers 404 for repositories that the token cannot see. */
export function notVisible({ owner, repo }: { owner: string; repo: string }, cause: unknown): UserError {
  return new UserError(
    {
      expected: `the repository ${owner}/${repo} to be visible to this token`,
      found: 'no such repository, or no access to it',
      remedy: 'Check the name, and that the token or the App may read it.',
      ends: 'refused',
    },
    { cause },
  );
}
