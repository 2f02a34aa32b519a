// Caches the commits of a repository. Each repository record (state/repository.ts) holds one, which seeds create; history.ts and
// write-tree.ts read through it.

import { type Commit, logCommits, parseObject } from './commits.js';
import { readLoose } from './object-store.js';

/** A cache of commits, which never change. */
export type CommitCache = {
  read(sha: string): Promise<Commit>;
  /** Undefined if the commit has not been read yet. Synchronous, so that long walks need no await. */
  peek(sha: string): Commit | undefined;
  /** For commits that were just written. */
  put(commit: Commit): void;
};

/** Creates the cache of a repository. A commit that is packed is read together with its whole history, in one git process. */
export function openCommitCache(dir: string): CommitCache {
  const known = new Map<string, Commit>();
  const put = (commit: Commit) => {
    known.set(commit.sha, commit);
  };
  const fetchInto = async (sha: string) => {
    const loose = await readLoose(dir, sha);
    if (loose?.type === 'commit') put(parseObject(sha, loose.content));
    else for (const commit of await logCommits(dir, { range: sha })) put(commit);
  };
  return {
    put,
    peek: (sha) => known.get(sha),
    read: async (sha) => {
      if (!known.has(sha)) await fetchInto(sha);
      const commit = known.get(sha);
      if (commit === undefined) throw new Error(`no commit ${sha}`);
      return commit;
    },
  };
}
