// Writes blobs, and reads blobs and trees. Used by write-tree.ts, REST, GraphQL, seeds, workflow-files.ts and the runner host in
// src/actions.

import { git, gitCached } from './git.js';
import { isSha, readObject, writeObject } from './object-store.js';

export type TreeEntry = {
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly size: number | null;
  readonly path: string;
};

export type TreeChange = { readonly path: string; readonly mode: string; readonly sha: string | null };

/** Writes a blob and returns its id. */
export function writeBlob(dir: string, content: Buffer): Promise<string> {
  return writeObject(dir, { type: 'blob', content });
}

/** The content of a blob. */
export async function readBlob(dir: string, sha: string): Promise<Buffer> {
  const found = await readObject(dir, sha);
  if (found?.type !== 'blob') throw new Error(`no blob ${sha}`);
  return found.content;
}

/** The entries of a tree, recursively with `deep`. */
export async function readTree(dir: string, { sha, deep }: { sha: string; deep: boolean }): Promise<TreeEntry[]> {
  const args = ['ls-tree', '-l', '-z', '--full-tree', ...(deep ? ['-r', '-t'] : []), sha];
  const lines = (await (isSha(sha) ? gitCached : git)({ dir, args })).toString().split('\0');
  return lines.flatMap((line) => {
    const found = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line);
    if (found === null) return [];
    const [, mode = '', type = '', id = '', size = '', path = ''] = found;
    return [{ mode, type, sha: id, size: size === '-' ? null : Number(size), path }];
  });
}
