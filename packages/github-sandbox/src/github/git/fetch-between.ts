import { git } from './git.js';

/** Brings a commit and what it leads to from one bare repository into another, under a ref. */
export async function fetchBetween(given: { from: string; to: string; source: string; ref: string }): Promise<void> {
  const { from, to, source, ref } = given;
  await git({ dir: to, args: ['fetch', '--quiet', '--no-tags', from, `+${source}:${ref}`] });
}
