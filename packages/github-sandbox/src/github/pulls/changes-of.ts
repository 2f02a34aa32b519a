import { changesBetween, type FileChange } from '../git/commits.js';
import { compareCommits } from '../git/history.js';
import type { PullRequest } from '../state.js';

/** What a pull request changes, from where it left its base. */
export async function changesOfPull({ repository, base, head }: PullRequest): Promise<readonly FileChange[]> {
  const { mergeBase } = await compareCommits(repository.commits, { base: base.sha, head: head.sha });
  return mergeBase === null ? [] : changesBetween(repository.gitDir, { from: mergeBase, to: head.sha });
}
