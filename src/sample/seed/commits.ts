import type { SampleCommit } from '../files/commit.js';
import type { SeedOptions } from './options.js';

/** The seed of commits, with the files that each leaves. */
export function commitSeeds(commits: readonly SampleCommit[], { at, writtenOut }: SeedOptions, by: string) {
  return commits.map((commit) => ({
    message: commit.message,
    at: at(commit.written),
    by,
    files: writtenOut.get(commit) ?? {},
  }));
}
