// Writes trees and merge commits. Used by merges, mergeability, refs.ts, the REST route of trees, and seeds.

import type { CommitCache } from './commit-cache.js';
import { writeCommit } from './commits.js';
import { GitFailure, gitText } from './git.js';
import { ancestorsOf } from './history.js';
import { readObject, writeObject } from './object-store.js';
import type { TreeChange } from './objects.js';

type Entry = { readonly mode: string; readonly name: string; readonly sha: string };

const folderMode = '40000';

/** Writes the tree that results from changes to another tree. A null sha removes the path; folders without entries are removed too. */
export async function writeTree(
  dir: string,
  { base, changes }: { base: string | null; changes: readonly TreeChange[] },
): Promise<string> {
  return (
    (await writeFolder(dir, { base, changes })) ?? (await writeObject(dir, { type: 'tree', content: Buffer.alloc(0) }))
  );
}

async function writeFolder(
  dir: string,
  { base, changes }: { base: string | null; changes: readonly TreeChange[] },
): Promise<string | null> {
  const entries = new Map((await readEntries(dir, base)).map((entry) => [entry.name, entry]));
  for (const { path, mode, sha } of changes.filter((one) => !one.path.includes('/'))) {
    if (sha === null) entries.delete(path);
    else entries.set(path, { name: path, mode: mode.replace(/^0+/, ''), sha });
  }
  for (const [name, below] of byFolder(changes)) {
    const existing = entries.get(name);
    const folder = existing?.mode === folderMode ? existing.sha : null;
    const sha = await writeFolder(dir, { base: folder, changes: below });
    if (sha !== null) entries.set(name, { name, mode: folderMode, sha });
    else if (folder !== null) entries.delete(name);
  }
  if (entries.size === 0) return null;
  return writeObject(dir, {
    type: 'tree',
    content: Buffer.concat([...entries.values()].sort(compareEntries).map(entryBytes)),
  });
}

/** The changes inside folders, by folder, with the remaining paths. */
function byFolder(changes: readonly TreeChange[]): Map<string, TreeChange[]> {
  const folders = new Map<string, TreeChange[]>();
  for (const change of changes) {
    const slash = change.path.indexOf('/');
    if (slash < 0) continue;
    const name = change.path.slice(0, slash);
    folders.set(name, [...(folders.get(name) ?? []), { ...change, path: change.path.slice(slash + 1) }]);
  }
  return folders;
}

/** Parses a tree object: mode, name, and twenty bytes of id. */
export async function readEntries(dir: string, sha: string | null): Promise<Entry[]> {
  const found = sha === null ? null : await readObject(dir, sha);
  if (found?.type !== 'tree') return [];
  const { content } = found;
  const entries: Entry[] = [];
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at);
    const [mode = '', ...name] = content.subarray(at, end).toString().split(' ');
    at = end + 21;
    entries.push({ mode, name: name.join(' '), sha: content.subarray(end + 1, at).toString('hex') });
  }
  return entries;
}

const entryBytes = ({ mode, name, sha }: Entry): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, 'hex')]);

/** Git sorts entries by bytes, with folders as if their names ended in a slash. */
function compareEntries(a: Entry, b: Entry): number {
  const key = ({ mode, name }: Entry) => Buffer.from(mode === folderMode ? `${name}/` : name);
  return Buffer.compare(key(a), key(b));
}

type MergeSides = { readonly dir: string; readonly commits: CommitCache; readonly base: string; readonly head: string };

/** The merged tree of two commits, computed by git; null on conflict. */
export async function mergeTree({ dir, commits, base, head }: MergeSides): Promise<string | null> {
  const [ours, theirs] = [await commits.read(base), await commits.read(head)];
  if (ours.tree === theirs.tree) return ours.tree;
  if ((await ancestorsOf(commits, head)).has(base)) return theirs.tree;
  try {
    const output = await gitText({ dir, args: ['merge-tree', '--write-tree', base, head] });
    return output.split('\n')[0] ?? null;
  } catch (problem) {
    // Exit code 1 means conflict.
    if (problem instanceof GitFailure && problem.code === 1) return null;
    throw problem;
  }
}

type MergeCommit = MergeSides & {
  readonly tree: string;
  readonly squash: boolean;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly at: string;
};

/** Writes a merge commit, or with `squash` a commit with one parent. The committer is GitHub. */
export async function writeMerge({ dir, base, head, tree, squash, message, author, at }: MergeCommit): Promise<string> {
  const parents = squash ? [base] : [base, head];
  const committer = { name: 'GitHub', email: 'noreply@github.com', date: at };
  return writeCommit(dir, { tree, parents, message, author: { ...author, date: at }, committer });
}
