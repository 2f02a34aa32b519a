import { readBlob, readTree } from '../github/git/objects.js';
import { verify } from '../github/git/refs.js';
import { type GitHub, resolveCommit } from '../github/index.js';
import { findRepository } from '../github/state.js';
import type { RunnerHost } from '../runner/index.js';

/** Refs and files of the embedded GitHub, read from the same bare repositories that are cloned from. */
export function filesOf(github: GitHub): Pick<RunnerHost, 'defaultBranch' | 'resolve' | 'list' | 'read'> {
  const dirOf = (repo: string): string => github.repository(repo).gitDir;
  return {
    defaultBranch: (repo) => github.repository(repo).defaultBranch,
    async resolve(repo, ref) {
      const dir = findRepository(github.state, repo)?.gitDir;
      return dir === undefined ? undefined : ((await resolveCommit(dir, ref)) ?? undefined);
    },
    async list(repo, sha, folder) {
      const tree = await verify(dirOf(repo), `${sha}:${folder}`);
      const entries = tree === null ? [] : await readTree(dirOf(repo), { sha: tree, deep: false });
      return entries.filter(({ type }) => type === 'blob').map(({ path }) => `${folder}/${path}`);
    },
    async read(repo, sha, path) {
      const blob = await verify(dirOf(repo), `${sha}:${path}`);
      return blob === null ? undefined : (await readBlob(dirOf(repo), blob)).toString();
    },
  };
}
