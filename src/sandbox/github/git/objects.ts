import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { git, gitText } from './git.js';

export type TreeEntry = {
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly size: number | null;
  readonly path: string;
};

export type TreeChange = { readonly path: string; readonly mode: string; readonly sha: string | null };

/** Stores bytes and gives their name. */
export function writeBlob(dir: string, content: Buffer): Promise<string> {
  return gitText({ dir, args: ['hash-object', '-w', '--stdin'], input: content });
}

/** The bytes of a blob. */
export function readBlob(dir: string, sha: string): Promise<Buffer> {
  return git({ dir, args: ['cat-file', 'blob', sha] });
}

/** What stands in a tree, or below it where asked. */
export async function readTree(dir: string, { sha, deep }: { sha: string; deep: boolean }): Promise<TreeEntry[]> {
  const args = ['ls-tree', '-l', '-z', '--full-tree', ...(deep ? ['-r', '-t'] : []), sha];
  const lines = (await git({ dir, args })).toString().split('\0');
  return lines.flatMap((line) => {
    const found = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line);
    if (found === null) return [];
    const [, mode = '', type = '', id = '', size = '', path = ''] = found;
    return [{ mode, type, sha: id, size: size === '-' ? null : Number(size), path }];
  });
}

/** A tree made of another one and changes to it; a sha of null takes a path away. An index of its own keeps writers apart. */
export async function writeTree(
  dir: string,
  { base, changes }: { base: string | null; changes: readonly TreeChange[] },
): Promise<string> {
  const index = join(dir, `index-${randomUUID()}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    await git({ dir, env, args: base === null ? ['read-tree', '--empty'] : ['read-tree', base] });
    for (const { path, mode, sha } of changes) {
      if (mode === '040000' && sha !== null) await git({ dir, env, args: ['read-tree', `--prefix=${path}/`, sha] });
    }
    const files = changes.filter(({ mode }) => mode !== '040000');
    await git({ dir, env, args: ['update-index', '-z', '--index-info'], input: files.map(indexLine).join('') });
    return await gitText({ dir, env, args: ['write-tree'] });
  } finally {
    await rm(index, { force: true });
  }
}

function indexLine({ path, mode, sha }: TreeChange): string {
  return sha === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode} ${sha}\t${path}\0`;
}
