import type { CommitBook } from './commit-book.js';
import { writeCommit } from './commits.js';
import { GitFailure, gitText } from './git.js';
import { ancestorsOf } from './history.js';

type Sides = { readonly dir: string; readonly commits: CommitBook; readonly base: string; readonly head: string };

/** The tree that two commits make together, as git itself merges them; null where they contradict each other. */
export async function mergeTree({ dir, commits, base, head }: Sides): Promise<string | null> {
  const [ours, theirs] = [await commits.read(base), await commits.read(head)];
  if (ours.tree === theirs.tree) return ours.tree;
  if ((await ancestorsOf(commits, head)).has(base)) return theirs.tree;
  try {
    const said = await gitText({ dir, args: ['merge-tree', '--write-tree', base, head] });
    return said.split('\n')[0] ?? null;
  } catch (problem) {
    // 1 is git's word for a conflict; anything else is a fault of ours.
    if (problem instanceof GitFailure && problem.code === 1) return null;
    throw problem;
  }
}

type Written = Sides & {
  readonly tree: string;
  readonly squash: boolean;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly at: string;
};

/** Writes the commit of a merge: with two parents, or, squashed, with one. GitHub commits it in its own name. */
export async function writeMerge({ dir, base, head, tree, squash, message, author, at }: Written): Promise<string> {
  const parents = squash ? [base] : [base, head];
  const committer = { name: 'GitHub', email: 'noreply@github.com', date: at };
  return writeCommit(dir, { tree, parents, message, author: { ...author, date: at }, committer });
}
