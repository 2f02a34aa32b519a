import { UserError } from '../../errors.js';
import type { Repository } from '../../ports.js';
import { type Client, statusOf } from './client.js';
import { onceItWorked } from './once-it-worked.js';

/** The repository itself. */
export function githubRepository({ rest, request }: Client, at: { owner: string; repo: string }): Repository {
  const defaultBranch = onceItWorked(async () => {
    try {
      return (await rest.repos.get(at)).data.default_branch;
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      throw new UserError(
        {
          expected: `the repository ${at.owner}/${at.repo} to be visible to this token`,
          found: 'no such repository, or no access to it',
          remedy: 'Check the name, and that the token or the App may read it.',
          ends: 'refused',
        },
        { cause: error },
      );
    }
  });
  return {
    defaultBranch,
    async file(path) {
      try {
        const { data } = await request('GET /repos/{owner}/{repo}/contents/{path}', {
          ...at,
          path,
          headers: { accept: 'application/vnd.github.raw+json' },
        });
        return String(data);
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
  };
}
