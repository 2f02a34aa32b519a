import type { SampleCommit } from '../files/commit.js';
import type { SeedOptions } from './options.js';

/** Commits as a seed is told them: with the files they leave behind. */
export function commitSeeds(commits: readonly SampleCommit[], { at, writtenOut }: SeedOptions, by: string) {
  return commits.map((commit) => ({
    message: commit.message,
    at: at(commit.written),
    by,
    files: writtenOut.get(commit) ?? {},
  }));
}
