// Walks and compares the history of commits. Used by write-tree.ts, acts/, pulls/, REST, GraphQL and seeds.

import type { CommitCache } from './commit-cache.js';
import type { Commit } from './commits.js';

type Range = { readonly base: string; readonly head: string };

/** The relation of two commits; `commits` are those of the head that the base does not have, oldest first. */
export type Comparison = {
  readonly status: 'identical' | 'ahead' | 'behind' | 'diverged';
  readonly commits: readonly Commit[];
  readonly behindBy: number;
  readonly mergeBase: string | null;
};

/** All ancestors of a commit, including itself. */
export async function ancestorsOf(commitCache: CommitCache, sha: string): Promise<ReadonlySet<string>> {
  const found = new Set([sha]);
  for (const one of found) {
    const commit = commitCache.peek(one) ?? (await commitCache.read(one));
    for (const parent of commit.parents) found.add(parent);
  }
  return found;
}

/** Commits from newest to oldest, children before parents, without those in `without`. */
export async function historyOf(
  commitCache: CommitCache,
  { head, without = new Set() }: { head: string; without?: ReadonlySet<string> },
): Promise<Commit[]> {
  const ordered: Commit[] = [];
  const visited = new Set([head]);
  const frontier = without.has(head) ? [] : [await commitCache.read(head)];
  for (let next = frontier.pop(); next !== undefined; next = frontier.pop()) {
    ordered.push(next);
    for (const parent of next.parents) {
      if (visited.has(parent) || without.has(parent)) continue;
      visited.add(parent);
      insert(frontier, commitCache.peek(parent) ?? (await commitCache.read(parent)));
    }
  }
  return ordered;
}

/** Inserts a commit in order of date, newest last. Of commits with the same date, the one inserted first is taken first. */
function insert(frontier: Commit[], commit: Commit): void {
  const at = frontier.findLastIndex(({ committer }) => committer.date < commit.committer.date);
  frontier.splice(at + 1, 0, commit);
}

/** Compares two commits as GitHub does, from their merge base. */
export async function compareCommits(commitCache: CommitCache, { base, head }: Range): Promise<Comparison> {
  if (base === head) return { status: 'identical', commits: [], behindBy: 0, mergeBase: base };
  const ofBase = await ancestorsOf(commitCache, base);
  const commits = (await historyOf(commitCache, { head, without: ofBase })).reverse();
  const ofHead = await ancestorsOf(commitCache, head);
  const behindBy = [...ofBase].filter((sha) => !ofHead.has(sha)).length;
  const mergeBase = (await historyOf(commitCache, { head: base })).find(({ sha }) => ofHead.has(sha))?.sha ?? null;
  return { status: statusOf({ ahead: commits.length, behindBy }), commits, behindBy, mergeBase };
}

function statusOf({ ahead, behindBy }: { ahead: number; behindBy: number }): Comparison['status'] {
  if (ahead > 0) return behindBy > 0 ? 'diverged' : 'ahead';
  return behindBy > 0 ? 'behind' : 'identical';
}
