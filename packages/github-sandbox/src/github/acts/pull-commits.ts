import { fetchBetween } from '../git/create-bare.js';
import { compareCommits } from '../git/history.js';
import { moveRef, readRef, verify } from '../git/refs.js';
import type { PullRequest, Repository } from '../state.js';

/** What the head of a pull request brings over its base, oldest first; both must be known in the repository it goes into. */
export async function commitsOf(
  repository: Repository,
  { base, head }: { base: string; head: string },
): Promise<readonly string[]> {
  const { commits } = await compareCommits(repository.commits, { base, head });
  return commits.map(({ sha }) => sha);
}

/** Says which commits a pull request has, and lets each commit know its pull requests. */
export function setCommits(pull: PullRequest, commits: readonly string[]): void {
  const { pullsByCommit } = pull.repository;
  for (const sha of pull.commits) pullsByCommit.get(sha)?.delete(pull);
  pull.commits = commits;
  for (const sha of commits) knowPull(pull, sha);
}

/** Lets one commit, such as that of a merge, know its pull request. */
export function knowPull(pull: PullRequest, sha: string): void {
  const { pullsByCommit } = pull.repository;
  pullsByCommit.set(sha, (pullsByCommit.get(sha) ?? new Set()).add(pull));
}

/** The tip of a branch, if it is there. */
export async function tipOf(repository: Repository, branch: string): Promise<string | null> {
  return (await readRef(repository.gitDir, `refs/heads/${branch}`))?.sha ?? null;
}

/** Keeps the head under refs/pull, where it stays when its branch goes; that of a fork is brought over first. */
export async function keepHead(pull: PullRequest): Promise<void> {
  const { repository, head, number } = pull;
  const ref = `refs/pull/${number}/head`;
  const from = head.repository;
  if (from !== null && from !== repository) {
    await fetchBetween({ from: from.gitDir, to: repository.gitDir, source: `refs/heads/${head.ref}`, ref });
    return;
  }
  const before = (await verify(repository.gitDir, ref)) ?? '0'.repeat(40);
  await moveRef(repository.gitDir, { name: ref, before, after: head.sha });
}
