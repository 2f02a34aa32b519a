import { type Commit, logCommits, parseObject } from './commits.js';
import { readLoose } from './object-store.js';

/** Commits that were read once: they never change, so nobody needs to read them again. */
export type CommitBook = {
  read(sha: string): Promise<Commit>;
  /** Without waiting, where it was read before: long walks would wait for nothing ten thousand times. */
  peek(sha: string): Commit | undefined;
  /** For whoever just wrote one. */
  put(commit: Commit): void;
};

/** Opens the book of one repository. Of a pack the whole history is read at once: one process instead of thousands. */
export function openCommitBook(dir: string): CommitBook {
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
