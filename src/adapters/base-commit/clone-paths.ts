import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { askGitOnce } from '../clone/git.js';

/**
 * Whether the tree is the root of a plain clone; git need not be asked then. A `.git` folder without HEAD does not count: the sandbox
 * mounts an empty one where no repository exists.
 */
const isPlain = (root: string): Promise<boolean> =>
  lstat(join(root, '.git/HEAD')).then(
    (at) => at.isFile(),
    () => false,
  );

/** The path of the tree in its clone: empty, or with a trailing slash. */
export async function prefixOf(root: string): Promise<string> {
  return (await isPlain(root)) ? '' : ((await askGitOnce(root, ['rev-parse', '--show-prefix'])) ?? '');
}

/** The exclude file of this clone, relative to the tree or absolute. Null if there is no clone. */
export async function excludeFileOf(root: string): Promise<string | null> {
  return (await isPlain(root)) ? '.git/info/exclude' : askGitOnce(root, ['rev-parse', '--git-path', 'info/exclude']);
}
