import type { Repository } from '../../ports.js';
import { cacheSuccess } from './cache-success.js';
import { type Client, statusOf } from './client.js';
import { FILES, filesIn, type Tree } from './files-in.js';
import { notVisible } from './not-visible.js';
import type { Opening } from './opening/index.js';

const QUERY = `query crewFiles($owner: String!, $name: String!, $folder: String!) {
  repository(owner: $owner, name: $name) { object(expression: $folder) { ${FILES} } }
  rateLimit { cost }
}`;

/** The repository. */
export function githubRepository(
  { rest, request, graphql }: Client,
  at: { owner: string; repo: string },
  opening?: Opening,
): Repository {
  const defaultBranch = cacheSuccess(async () => {
    const known = await opening?.defaultBranch();
    if (known !== undefined) return known;
    try {
      return (await rest.repos.get(at)).data.default_branch;
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      throw notVisible(at, error);
    }
  });
  return {
    defaultBranch,
    async files(folder, name) {
      const known = await opening?.files(folder, name);
      if (known) return known;
      const variables = { owner: at.owner, name: at.repo, folder: `HEAD:${folder}` };
      const { repository } = await graphql<{ repository: { object: Tree | null } | null }>(QUERY, variables);
      return filesIn(repository?.object, folder, name);
    },
    async file(path) {
      const known = await opening?.file(path);
      if (known !== undefined) return known;
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
