import type { SampleCommit } from '../files/commit.js';
import type { Telling } from './telling.js';

/** Commits as a seed is told them: with the files they leave behind. */
export function commitSeeds(commits: readonly SampleCommit[], { at, writtenOut }: Telling, by: string) {
  return commits.map((commit) => ({
    message: commit.message,
    at: at(commit.written),
    by,
    files: writtenOut.get(commit) ?? {},
  }));
}
