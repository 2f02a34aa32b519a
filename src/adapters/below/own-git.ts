import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { askGitOnce } from '../clone/git.js';

/** Whether the tree is the whole of a plain clone: its repository lies in it, as a folder. Then much needs not be asked. */
const isPlain = (root: string): Promise<boolean> =>
  lstat(join(root, '.git')).then(
    (at) => at.isDirectory(),
    () => false,
  );

/** Where the tree lies in its clone: empty, or a path that ends in a slash. */
export async function prefixOf(root: string): Promise<string> {
  return (await isPlain(root)) ? '' : ((await askGitOnce(root, ['rev-parse', '--show-prefix'])) ?? '');
}

/** The file that keeps paths out of every change of this clone; relative to the tree, or absolute. Null where there is no clone. */
export async function excludeFileOf(root: string): Promise<string | null> {
  return (await isPlain(root)) ? '.git/info/exclude' : askGitOnce(root, ['rev-parse', '--git-path', 'info/exclude']);
}
