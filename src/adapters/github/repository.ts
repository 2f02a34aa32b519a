import type { Repository } from '../../ports.js';
import { type Client, statusOf } from './client.js';
import { onceItWorked } from './once-it-worked.js';
import { unseen } from './unseen.js';

interface Tree {
  readonly entries: readonly {
    readonly name: string;
    readonly object: { readonly entries?: readonly Blob[] } | null;
  }[];
}

interface Blob {
  readonly name: string;
  readonly object: { readonly text?: string | null } | null;
}

const FILES = `query crewFiles($owner: String!, $name: String!, $folder: String!) {
  repository(owner: $owner, name: $name) { object(expression: $folder) { ... on Tree {
    entries { name object { ... on Tree { entries { name object { ... on Blob { text } } } } } }
  } } }
  rateLimit { cost }
}`;

/** The repository itself. */
export function githubRepository({ rest, request, graphql }: Client, at: { owner: string; repo: string }): Repository {
  const defaultBranch = onceItWorked(async () => {
    try {
      return (await rest.repos.get(at)).data.default_branch;
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      throw unseen(at, error);
    }
  });
  return {
    defaultBranch,
    async files(folder, name) {
      const variables = { owner: at.owner, name: at.repo, folder: `HEAD:${folder}` };
      const { repository } = await graphql<{ repository: { object: Tree | null } | null }>(FILES, variables);
      return (repository?.object?.entries ?? []).flatMap((entry) =>
        (entry.object?.entries ?? [])
          .filter((file) => file.name === name)
          .map(({ object }) => ({ path: `${folder}/${entry.name}/${name}`, text: object?.text ?? '' })),
      );
    },
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
