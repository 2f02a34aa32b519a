import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askGitOnce } from '../clone/git.js';

/** Settings that turn every filter of a clone off: they are commands, and whoever looks at a file would run them. */
export async function withoutFilters(repository: string): Promise<readonly string[]> {
  if (await hasNone(repository)) return [];
  const names = await askGitOnce(repository, ['config', '--name-only', '--get-regexp', '^filter\\.']);
  return (names ?? '')
    .split('\n')
    .filter(Boolean)
    .flatMap((name) => ['-c', `${name}=${name.endsWith('.required') ? 'false' : ''}`]);
}

/** Whatever could bring a filter in: one of its own, or another file of settings. */
const BRINGS = /filter|include|worktreeconfig/i;

/** Mostly a look at the one file tells; where there is any doubt, git is asked. Looked at each time: it may change. */
async function hasNone(repository: string): Promise<boolean> {
  const text = await readFile(join(repository, '.git/config'), 'utf8').catch(() => null);
  return text !== null && !BRINGS.test(text);
}
