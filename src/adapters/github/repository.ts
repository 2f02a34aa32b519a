// Implements the port Repository: the default branch and its files. Also has the error for a repository that the token cannot see.

import { UserError } from '../../ports/errors.js';
import type { Repository } from '../../ports/index.js';
import { type Client, cacheSuccess, type RepositoryName, statusOf } from './client.js';
import { FOLDER_FILES, filesIn, type Prefetch, type Tree } from './prefetch.js';

const QUERY = `query crewFiles($owner: String!, $name: String!, $folder: String!) {
  repository(owner: $owner, name: $name) { object(expression: $folder) { ${FOLDER_FILES} } }
  rateLimit { cost }
}`;

/** The repository in which an owner keeps default files for their other repositories. */
const OWNER_DEFAULTS = '.github';

/** Reads files of one repository. */
export function githubRepository(
  { rest, request, graphql }: Client,
  repositoryName: RepositoryName,
  prefetch?: Prefetch,
): Repository {
  const defaultBranch = cacheSuccess(async () => {
    const prefetched = await prefetch?.defaultBranch();
    if (prefetched !== undefined) return prefetched;
    try {
      return (await rest.repos.get(repositoryName)).data.default_branch;
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      throw notVisible(repositoryName, error);
    }
  });
  /** Returns a file of a default branch, or null if GitHub answers with one of the `absent` statuses. */
  const contents = async (source: RepositoryName, path: string, absent: readonly number[]): Promise<string | null> => {
    try {
      const headers = { accept: 'application/vnd.github.raw+json' };
      const { data } = await request('GET /repos/{owner}/{repo}/contents/{path}', { ...source, path, headers });
      return String(data);
    } catch (error) {
      if (absent.includes(statusOf(error) ?? 0)) return null;
      throw error;
    }
  };
  return {
    defaultBranch,
    async files(folder, name) {
      const prefetched = await prefetch?.files(folder, name);
      if (prefetched) return prefetched;
      const variables = { owner: repositoryName.owner, name: repositoryName.repo, folder: `HEAD:${folder}` };
      const { repository } = await graphql<{ repository: { object: Tree | null } | null }>(QUERY, variables);
      return filesIn(repository?.object, folder, name);
    },
    async file(path) {
      const prefetched = await prefetch?.file(path);
      return prefetched === undefined ? contents(repositoryName, path, [404]) : prefetched;
    },
    async ownersFile(path) {
      if (repositoryName.repo === OWNER_DEFAULTS) return null;
      const prefetched = await prefetch?.ownersFile(path);
      return prefetched === undefined
        ? contents({ owner: repositoryName.owner, repo: OWNER_DEFAULTS }, path, [403, 404])
        : prefetched;
    },
  };
}

/** GitHub also answers 404 for repositories that the token cannot see. */
export function notVisible({ owner, repo }: RepositoryName, cause: unknown): UserError {
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
