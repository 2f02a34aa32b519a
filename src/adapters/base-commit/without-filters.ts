import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askGitOnce } from '../clone/git.js';

/** Settings that disable every filter of a clone. Filters are commands of the repository, and reading a file would run them. */
export async function withoutFilters(repository: string): Promise<readonly string[]> {
  if (await hasNoFilters(repository)) return [];
  const names = await askGitOnce(repository, ['config', '--name-only', '--get-regexp', '^filter\\.']);
  return (names ?? '')
    .split('\n')
    .filter(Boolean)
    .flatMap((name) => ['-c', `${name}=${name.endsWith('.required') ? 'false' : ''}`]);
}

/** Config sections that could define a filter, directly or in another file. */
const MAY_DEFINE_FILTERS = /filter|include|worktreeconfig/i;

/** Reads .git/config first, which is faster than git. Not cached, since the file may change. */
async function hasNoFilters(repository: string): Promise<boolean> {
  const text = await readFile(join(repository, '.git/config'), 'utf8').catch(() => null);
  return text !== null && !MAY_DEFINE_FILTERS.test(text);
}
