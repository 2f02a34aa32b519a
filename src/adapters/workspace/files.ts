// Lists all files that git does not ignore: from git, else from ripgrep, else by walking the folders.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { askGit } from '../clone/git.js';
import { lookAt } from './entry.js';
import { fitsGlobs } from './glob.js';
import { notFolder, placeOf } from './place.js';
import { realPathOf } from './real-path.js';
import { linesOf } from './search/lines-of.js';
import { ripgrep } from './search/ripgrep-binary.js';
import { TEMPORARY_FILE } from './write.js';

export interface FilesAsk {
  readonly under?: string | undefined;
  readonly globs?: readonly string[] | undefined;
}

/** The files below a folder, sorted. */
export async function filesOf(root: string, { under = '.', globs = [] }: FilesAsk): Promise<readonly string[]> {
  const folder = folderIn(root, under);
  const all = (await gitFiles(root, folder)) ?? (await ripgrepFiles(root, folder)) ?? walked(root, folder);
  const wanted = fitsGlobs(globs);
  return [...all].filter((file) => !TEMPORARY_FILE.test(file) && wanted(file)).sort();
}

/** The real path of a folder or file, relative to the root. */
export function folderIn(root: string, under: string): string {
  const real = realPathOf(root, placeOf(root, under));
  if (real === null) throw notFolder(under, 'where nothing is');
  if (lookAt(root, real)?.kind === 'other') throw notFolder(under, 'which is a device, a pipe or a socket');
  return real === root ? '' : real.slice(root.endsWith('/') ? root.length : root.length + 1);
}

/** Null if there is no repository, or if a surrounding repository ignores the folder. */
async function gitFiles(root: string, folder: string): Promise<ReadonlySet<string> | null> {
  const files = new Set<string>();
  const gone = new Set<string>();
  const args = ['ls-files', '-z', '-t', '--cached', '--others', '--deleted', '--exclude-standard', '--'];
  if (folder !== '') args.push(`:(literal)${folder}`);
  const succeeded = await askGit(root, {
    args,
    separator: '\0',
    each: (entry) => {
      // An entry with a trailing slash is a nested repository.
      if (!entry.endsWith('/')) (entry.startsWith('R') ? gone : files).add(entry.slice(2));
      return true;
    },
  });
  if (!succeeded || files.size === 0) return null;
  for (const file of [...gone, ...(files.has('.gitmodules') ? await submodules(root) : [])]) files.delete(file);
  return files;
}

const SUBMODULE = /^160000 [0-9a-f]+ \d\t/;

async function submodules(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const each = (entry: string) => void (SUBMODULE.test(entry) && found.push(entry.replace(SUBMODULE, '')));
  await askGit(root, { args: ['ls-files', '-z', '--stage'], separator: '\0', each });
  return found;
}

async function ripgrepFiles(root: string, folder: string): Promise<readonly string[] | null> {
  const binary = await ripgrep();
  if (binary === null) return null;
  const files: string[] = [];
  const args = [
    '--no-config',
    '--files',
    '--hidden',
    '--no-require-git',
    '--no-ignore-dot',
    '--no-ignore-global',
    '-0',
  ];
  const { exit } = await linesOf({
    command: binary,
    args: [...args, '-g', '!.git', '--', `./${folder}`],
    cwd: root,
    separator: '\0',
    each: (file) => void files.push(file.replace(/^(?:\.\/)+/, '')),
  });
  return exit === 0 || exit === 1 ? files : null;
}

const SKIPPED = new Set(['.git', 'node_modules']);

function* walked(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walked(root, path);
    else if (entry.isFile()) yield path;
  }
}
