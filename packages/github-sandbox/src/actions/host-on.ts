import type { GitHub } from '../github/index.js';
import { createArtifactStore, type RunnerHost } from '../runner/index.js';
import { enterRun } from './enter-run.js';
import { filesOf } from './files-of.js';
import { mintAppToken } from './mint-app-token.js';
import { mirrorRun } from './mirror-run.js';
import type { OpenRunBook } from './run-book.js';
import { tokenPermissions } from './token-permissions.js';

/** What the runner needs of its GitHub, from the embedded one. `dir` is where artifacts are kept. */
export function hostOn(github: GitHub, { dir, book }: { dir: string; book: OpenRunBook }): RunnerHost {
  const { world } = github;
  return {
    ...filesOf(github),
    urls: { server: github.url, api: github.apiUrl, graphql: github.graphqlUrl },
    gitUrl: (repo) => `${github.url}/${repo}.git`,
    secrets: (repo) => ({ ...github.repository(repo).actions.secrets }),
    variables: (repo) => ({ ...github.repository(repo).actions.variables }),
    enter: (draft) => enterRun(world, draft),
    token: ({ repo, permissions }) => github.tokenFor({ workflow: repo, permissions: tokenPermissions(permissions) }),
    appToken: (request) => mintAppToken(github, request),
    revoke: (token) => world.tokens.revoke(token),
    update(run) {
      book.update(run);
      mirrorRun(world, run);
    },
    log: book.log,
    summary: book.summary,
    artifacts: createArtifactStore(dir),
  };
}
