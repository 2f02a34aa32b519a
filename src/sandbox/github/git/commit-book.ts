import { type Commit, logCommits, readCommit } from './commits.js';
import { typeOf } from './refs.js';

/** Commits that were read once: they never change, so nobody needs to read them again. */
export type CommitBook = {
  read(sha: string): Promise<Commit>;
  /** For whoever just wrote one. */
  put(commit: Commit): void;
};

/** Opens the book of one repository. A pack is read whole at the first commit that lies in it: one process instead of thousands. */
export function openCommitBook(dir: string): CommitBook {
  const known = new Map<string, Commit>();
  const put = (commit: Commit) => {
    known.set(commit.sha, commit);
  };
  return {
    put,
    read: async (sha) => {
      const there = known.get(sha);
      if (there !== undefined) return there;
      if ((await typeOf(dir, sha)) !== 'commit') throw new Error(`no commit ${sha}`);
      const read = await readCommit(dir, sha);
      put(read);
      if (known.size % packedFrom === 0) for (const commit of await logCommits(dir, { range: sha })) put(commit);
      return read;
    },
  };
}

/** After so many single reads in a row of new ones, the rest of that history is fetched at once. */
const packedFrom = 64;
