import { type Commit, changesOf, type FileChange } from '../github/git/commits.js';
import { changesOfPull } from '../github/pulls/changes-of.js';
import { canMergeNow } from '../github/pulls/mergeability.js';
import type { PullRequest, Repository } from '../github/state.js';

/** What a pull request would bring, and whether it can. */
export type PullContents = {
  readonly commits: readonly Commit[];
  readonly changes: readonly FileChange[];
  readonly merge: Awaited<ReturnType<typeof canMergeNow>>;
};

/** Reads what only git knows. Pages that are open ask for the same many times, and what lies between two commits never changes. */
export type PullBook = {
  read(pull: PullRequest): Promise<PullContents>;
  changesIn(repository: Repository, commit: Commit): Promise<readonly FileChange[]>;
};

/** So many differences are kept; the sandbox lives for an afternoon. */
const most = 200;

/** Opens an empty book. */
export function openPullBook(): PullBook {
  const known = new Map<string, Promise<readonly FileChange[]>>();
  const once = (key: string, find: () => Promise<readonly FileChange[]>) => {
    const found = known.get(key) ?? find();
    if (known.size >= most) known.clear();
    known.set(key, found);
    // What went wrong once is tried again by the next who asks.
    found.catch(() => known.delete(key));
    return found;
  };
  return {
    async read(pull) {
      const { repository, base, head, commits } = pull;
      const [read, changes, merge] = await Promise.all([
        Promise.all(commits.map((sha) => repository.commits.read(sha))),
        once(`${base.sha}...${head.sha}`, () => changesOfPull(pull)),
        canMergeNow(pull),
      ]);
      return { commits: read, changes, merge };
    },
    changesIn: (repository, commit) => once(commit.sha, () => changesOf(repository.gitDir, commit)),
  };
}
