// Reads a pull request's commits, diff and mergeability from git for the pages, with a cache. The pages' entry creates one cache;
// the views read from it through the scene. The pull request page, its files tab and its merge box import the type.

import { type Commit, changesOf, type FileChange } from '../github/git/commits.js';
import { computedMergeabilityOf } from '../github/pulls/mergeability.js';
import { changesOfPull } from '../github/pulls/review-decision.js';
import type { PullRequest, Repository } from '../github/state.js';

/** The commits and changed files of a pull request, and whether it can be merged. */
export type PullContents = {
  readonly commits: readonly Commit[];
  readonly changes: readonly FileChange[];
  readonly merge: Awaited<ReturnType<typeof computedMergeabilityOf>>;
};

/** Reads from git. Diffs are cached, because open pages poll and the diff of two commits never changes. */
export type PullCache = {
  read(pull: PullRequest): Promise<PullContents>;
  changesIn(repository: Repository, commit: Commit): Promise<readonly FileChange[]>;
};

/** With more diffs the whole cache is cleared. */
const MAX_CACHED_DIFFS = 200;

/** Creates an empty cache. */
export function openPullCache(): PullCache {
  const known = new Map<string, Promise<readonly FileChange[]>>();
  const once = (key: string, find: () => Promise<readonly FileChange[]>) => {
    const found = known.get(key) ?? find();
    if (known.size >= MAX_CACHED_DIFFS) known.clear();
    known.set(key, found);
    // Failures are not cached.
    found.catch(() => known.delete(key));
    return found;
  };
  return {
    async read(pull) {
      const { repository, base, head, commits } = pull;
      const [read, changes, merge] = await Promise.all([
        Promise.all(commits.map((sha) => repository.commits.read(sha))),
        once(`${base.sha}...${head.sha}`, () => changesOfPull(pull)),
        computedMergeabilityOf(pull),
      ]);
      return { commits: read, changes, merge };
    },
    changesIn: (repository, commit) => once(commit.sha, () => changesOf(repository.gitDir, commit)),
  };
}
