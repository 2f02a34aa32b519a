import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { askGitOnce } from '../clone/git.js';

/**
 * Whether the tree is the whole of a plain clone, with its repository in it: then much needs not be asked. A folder of that name alone
 * is none: walls put an empty one where there is nothing to cover.
 */
const isPlain = (root: string): Promise<boolean> =>
  lstat(join(root, '.git/HEAD')).then(
    (at) => at.isFile(),
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
