// Lists the files below a folder, without those that git ignores; works without a repository too. Used by the workspace and by base-commit.
import path from 'node:path';
import { gitArgs, gitEnv, runGit } from '../git/index.js';
import { fitsGlobs } from './glob.js';
import { linesOf } from './lines-of.js';
import { notFolder, placeOf, realPathOf } from './paths.js';
import { entryAt } from './read.js';
import { TEMPORARY_FILE } from './write.js';

export interface FilesQuery {
  readonly under?: string | undefined;
  readonly globs?: readonly string[] | undefined;
}

/** The files below a folder, sorted. Links are listed as files. */
export async function filesOf(root: string, { under = '.', globs = [] }: FilesQuery): Promise<readonly string[]> {
  const folder = realPathIn(root, under);
  const all = (await gitFiles(root, folder)) ?? (await folderFiles(root, folder));
  const wanted = fitsGlobs(globs);
  return [...all].filter((file) => !TEMPORARY_FILE.test(file) && wanted(file)).sort();
}

/** The real path of a folder or file, relative to the root. */
export function realPathIn(root: string, under: string): string {
  const real = realPathOf(root, placeOf(root, under));
  if (real === null) throw notFolder(under, 'where nothing is');
  if (entryAt(root, real)?.kind === 'other') throw notFolder(under, 'which is a device, a pipe or a socket');
  return real === root ? '' : real.slice(root.endsWith('/') ? root.length : root.length + 1);
}

/**
 * The files that git lists. Null outside a repository, and if nothing is listed, as when `root` itself lies in an ignored folder; then
 * `folderFiles` lists it by itself.
 */
async function gitFiles(root: string, folder: string): Promise<ReadonlySet<string> | null> {
  const files = new Set<string>();
  const removed = new Set<string>();
  const args = ['ls-files', '-z', '-t', '--cached', '--others', '--deleted', '--exclude-standard', '--'];
  if (folder !== '') args.push(`:(literal)${folder}`);
  const succeeded = await runGit(root, {
    args,
    separator: '\0',
    each: (entry) => {
      // An entry is a status letter, a blank and a path: `R` means removed. A path with a trailing slash is another repository.
      if (!entry.endsWith('/')) (entry.startsWith('R') ? removed : files).add(entry.slice(2));
      return true;
    },
  });
  if (!succeeded || files.size === 0) return null;
  for (const file of [...removed, ...(files.has('.gitmodules') ? await submodules(root) : [])]) files.delete(file);
  return files;
}

/** An entry of `git ls-files --stage` with the mode of a submodule, up to the path. */
const SUBMODULE = /^160000 [0-9a-f]+ \d\t/;

async function submodules(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const each = (entry: string) => void (SUBMODULE.test(entry) && found.push(entry.replace(SUBMODULE, '')));
  await runGit(root, { args: ['ls-files', '-z', '--stage'], separator: '\0', each });
  return found;
}

/** Outside a repository `git grep --no-index` lists files and applies `.gitignore`. The first search finds files with lines, the second empty ones. */
async function folderFiles(root: string, folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const { PATH = '' } = process.env;
  for (const option of ['--files-with-matches', '--files-without-match'])
    await linesOf({
      command: 'git',
      args: [
        ...[...gitArgs(), 'grep', '--no-index', '--exclude-standard', '--text', '-z', option, '-e', '', '--'],
        ...(folder === '' ? [] : [`:(literal)${folder}`]),
      ],
      cwd: root,
      env: { ...gitEnv({ PATH }), GIT_CEILING_DIRECTORIES: path.dirname(root) },
      separator: '\0',
      each: (file) => void files.push(file),
    });
  return files;
}
