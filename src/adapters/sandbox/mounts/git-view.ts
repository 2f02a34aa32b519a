// Mounts for the `.git` folders of a tree: read-only, with configuration files that contain no secrets. Used by protect-tree.ts.

import { execFile } from 'node:child_process';
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../ports/errors.js';
import { gitArgs, gitEnv } from '../../git/index.js';
import { contains, findEntries } from '../system-programs.js';
import { type Mount, mountReadOnly } from './mount.js';

/** Settings that git needs to read the repository. All others (headers, helpers, includes, users) are left out. */
const NEEDED_SETTINGS =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|ignorecase|symlinks|precomposeunicode|autocrlf|eol|quotepath|worktree|sparsecheckout(?:cone)?)|extensions\.[^.]+|remote\..+\.(?:url|fetch|promisor|partialclonefilter)|branch\..+\.(?:remote|merge)|submodule\..+\.(?:url|active))$/i;

/** A git configuration without secrets, as file content. */
async function cleanGitConfig(file: string, { PATH }: { readonly PATH: string }): Promise<string> {
  const listed = await listSettings(file, PATH);
  return listed
    .flatMap(({ key, value }) => (NEEDED_SETTINGS.test(key) ? [setting(key, withoutUser(value))] : []))
    .join('');
}

/** Formats `section.sub.section.name` as in a git configuration file. */
function setting(key: string, value: string): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const [section, subsection, name] = [
    key.slice(0, first),
    key.slice(first + 1, Math.max(first, last)),
    key.slice(last + 1),
  ];
  const head = first === last ? `[${section}]` : `[${section} ${quoted(subsection)}]`;
  return `${head}\n\t${name} = ${quoted(value)}\n`;
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/** Removes the user part of `https://token@host/…`. */
const withoutUser = (value: string) => value.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');

function listSettings(
  file: string,
  PATH: string,
): Promise<readonly { readonly key: string; readonly value: string }[]> {
  const args = [...gitArgs(), 'config', '--file', file, '--no-includes', '--list', '-z'];
  return new Promise((resolve) => {
    execFile('git', args, { cwd: '/', env: gitEnv({ PATH }), maxBuffer: 1 << 24 }, (error, stdout) => {
      const entries = error ? [] : stdout.split('\0').filter(Boolean);
      resolve(
        entries.map((entry) => {
          const [key = '', ...value] = entry.split('\n');
          return { key, value: value.join('\n') };
        }),
      );
    });
  });
}

export interface GitViewOptions {
  readonly root: string;
  /** A folder of this sandbox for the cleaned files. */
  readonly scratch: string;
  readonly PATH: string;
  /** Folders of the tree that are hidden and therefore skipped. */
  readonly hidden: readonly string[];
}

/**
 * Mounts for `.git`: readable for `git log` and `git diff`, but without secrets. actions/checkout leaves its token in the configuration,
 * so a cleaned copy is mounted over each configuration file. Other `.git` folders in the tree are treated the same.
 * Another repository may have a `.git` file that names a folder elsewhere. The file is mounted read-only; the folder is protected only if it
 * lies in a `.git` folder of the tree, as with submodules.
 */
export async function gitView({ root, scratch, PATH, hidden }: GitViewOptions): Promise<readonly Mount[]> {
  const own = path.join(root, '.git');
  const folder = (await lstat(own)).isDirectory() ? own : await commonFolder(own);
  // Searching the tree takes a while; the own repository is cleaned meanwhile.
  const [ownFiles, others] = await Promise.all([
    cleanedFiles(folder === null ? [] : [folder], { PATH }),
    repositoriesBelow(root, { own, hidden }),
  ]);
  const mounts: Mount[] = [own, ...others].map(mountReadOnly);
  if (folder !== null && folder !== own) mounts.push(mountReadOnly(folder));
  for (const { file, text } of [...ownFiles, ...(await cleanedFiles(others, { PATH }))]) {
    const clean = path.join(scratch, String(mounts.length));
    await writeFile(clean, text);
    mounts.push({ kind: 'read', from: clean, at: file });
  }
  return mounts;
}

/** Files of repositories that may hold secrets, with the content to show instead. The configurations are read one after the other (a git process each). */
async function cleanedFiles(folders: readonly string[], { PATH }: Pick<GitViewOptions, 'PATH'>) {
  const clean: { readonly file: string; readonly text: string }[] = [];
  for (const file of (await Promise.all(folders.map((each) => secretFilesIn(each)))).flat()) {
    const isConfig = path.basename(file).startsWith('config');
    clean.push({ file, text: isConfig ? await cleanGitConfig(file, { PATH }) : '' });
  }
  return clean;
}

/** More mounts would make every command slow. */
const MAX_OTHERS = 200;

/** Other repositories anywhere in the tree. Packages may contain one too, and its configuration affects git commands run there. */
async function repositoriesBelow(
  root: string,
  { own, hidden }: { readonly own: string; readonly hidden: readonly string[] },
): Promise<readonly string[]> {
  const all = await findEntries(root, ['-iname', '.git', '-not', '-type', 'l', '-prune']);
  const found = all.map(({ at }) => at).filter((at) => at !== own && !hidden.some((folder) => contains(folder, at)));
  if (found.length <= MAX_OTHERS) return found;
  throw new UserError({
    expected: `at most ${MAX_OTHERS} repositories in the tree, so that each can be protected`,
    found: `${found.length}, such as ${found[0]}`,
    remedy: 'Remove those that are not needed.',
    ends: 'refused',
  });
}

/** The folder of the repository that a `.git` file names, as in worktrees and submodules; null if it is no repository. */
async function commonFolder(file: string): Promise<string | null> {
  const [, to = ''] = /^gitdir: (.+)/.exec(await readFile(file, 'utf8')) ?? [];
  if (to === '') return null;
  const folder = path.resolve(path.dirname(file), to);
  const common = await readFile(path.join(folder, 'commondir'), 'utf8').catch(() => '.');
  const found = path.resolve(folder, common.trim());
  const parts = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((part) => lstat(path.join(found, part)).catch(() => null)),
  );
  return parts.every(Boolean) ? found : null;
}

/** Folders of `.git` that hold objects, refs and hooks, no secrets. */
const WITHOUT_SECRETS = ['objects', 'refs', 'logs', 'hooks', 'info', 'lfs'];
/** Configuration files, copies of them, and stored credentials. */
const MAY_HOLD_SECRETS = /config|credential/i;

async function secretFilesIn(folder: string, depth = 0): Promise<readonly string[]> {
  if (depth > 8) return []; // deeper than the repositories of nested submodules
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = entries.map(async (entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return WITHOUT_SECRETS.includes(entry.name) ? [] : secretFilesIn(at, depth + 1);
    return MAY_HOLD_SECRETS.test(entry.name) && entry.isFile() ? [at] : [];
  });
  return (await Promise.all(found)).flat();
}
