import { askGitOnce } from '../clone/git.js';

/** Settings that turn every filter of a clone off: they are commands, and whoever looks at a file would run them. */
export async function withoutFilters(repository: string): Promise<readonly string[]> {
  const names = await askGitOnce(repository, ['config', '--name-only', '--get-regexp', '^filter\\.']);
  return (names ?? '')
    .split('\n')
    .filter(Boolean)
    .flatMap((name) => ['-c', `${name}=${name.endsWith('.required') ? 'false' : ''}`]);
}
