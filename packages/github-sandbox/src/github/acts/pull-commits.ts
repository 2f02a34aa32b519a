// The commits of pull requests: finds them and keeps them. Used by acts/, by the REST routes and seeds of pull requests, and by the
// package's src/index.ts.

import { fetchBetween } from '../git/create-bare.js';
import { compareCommits } from '../git/history.js';
import { moveRef, readRef, resolveObject, zeroSha } from '../git/refs.js';
import type { PullRequest, Repository } from '../state.js';

/** The commits of a head that are not in its base, oldest first. Both must exist in the base repository. */
export async function commitsOf(
  repository: Repository,
  { base, head }: { base: string; head: string },
): Promise<readonly string[]> {
  const { commits } = await compareCommits(repository.commits, { base, head });
  return commits.map(({ sha }) => sha);
}

/** Sets the commits of a pull request and updates the index by commit. */
export function setCommits(pull: PullRequest, commits: readonly string[]): void {
  const { pullsByCommit } = pull.repository;
  for (const sha of pull.commits) pullsByCommit.get(sha)?.delete(pull);
  pull.commits = commits;
  for (const sha of commits) indexPull(pull, sha);
}

/** Adds a commit of a pull request, such as its merge commit, to the repository's index of pull requests by commit. */
export function indexPull(pull: PullRequest, sha: string): void {
  const { pullsByCommit } = pull.repository;
  pullsByCommit.set(sha, (pullsByCommit.get(sha) ?? new Set()).add(pull));
}

/** The tip of a branch, or null. */
export async function tipOf(repository: Repository, branch: string): Promise<string | null> {
  return (await readRef(repository.gitDir, `refs/heads/${branch}`))?.sha ?? null;
}

/** Stores the head as refs/pull/N/head, which remains when the branch is deleted. A fork's head is fetched first. */
export async function storeHeadRef(pull: PullRequest): Promise<void> {
  const { repository, head, number } = pull;
  const ref = `refs/pull/${number}/head`;
  const from = head.repository;
  if (from !== null && from !== repository) {
    await fetchBetween({ from: from.gitDir, to: repository.gitDir, source: `refs/heads/${head.ref}`, ref });
    return;
  }
  const before = (await resolveObject(repository.gitDir, ref)) ?? zeroSha;
  await moveRef(repository.gitDir, { name: ref, before, after: head.sha });
}
