// Looks up files of this machine for the guard: links, kinds of entries, blobs of the base commit. environment.ts and `crew guard` use it.
// Synchronous, because the guard is.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { gitArgs, gitEnv } from '../adapters/git/index.js';
import { codeOf } from '../adapters/workspace/paths.js';
import type { EntryKind, GuardOptions, PathDenials } from '../guard/index.js';
import { readLocalRules } from '../guard/rules/pattern.js';
import { UserError } from '../ports/errors.js';
import type { Workspace } from '../ports/index.js';

/**
 * Returns the commit whose scripts and package settings are trusted: the merge base of `HEAD` and the published default branch. `HEAD`
 * itself may be an agent's work, in a continued run or after a run that committed. Returns `HEAD` if no default branch is published, the
 * empty tree if there is no commit, and the name `HEAD` if git cannot be asked at all; a listing of it is then empty. A run calls this once,
 * at its first start. `defaultTip`: the tip of the default branch, if the caller knows it.
 */
export function baseCommit(root: string, defaultTip?: string): string {
  const names = defaultTip === undefined ? DEFAULT_BRANCH_REFS : [defaultTip];
  const [head, ...defaultTips] = commitsOf(root, ['HEAD', ...names]);
  const published = defaultTips.find((id) => id !== undefined);
  if (published === undefined) return head ?? idOf(root, ['hash-object', '-t', 'tree', '/dev/null']) ?? 'HEAD';
  // A shallow clone may not contain the merge base. The published tip is not an agent's work either.
  return idOf(root, ['merge-base', 'HEAD', published]) ?? published;
}

const DEFAULT_BRANCH_REFS = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
] as const;

/** The commit ids of several names, from one git process; undefined for a name without a commit. */
function commitsOf(root: string, names: readonly string[]): readonly (string | undefined)[] {
  const input = names.map((name) => `${name}^{commit}\n`).join('');
  const output = askGit(root, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], input) ?? '';
  const lines = output.split('\n');
  return names.map((_, n) => /^([0-9a-f]+) commit$/.exec(lines[n] ?? '')?.[1]);
}

function idOf(root: string, args: readonly string[]): string | undefined {
  const text = askGit(root, args)?.trim();
  return text === '' ? undefined : text;
}

/** The output of git in the hardened environment; undefined if git fails. */
export function askGit(root: string, args: readonly string[], input = ''): string | undefined {
  try {
    return execFileSync('git', [...gitArgs(), ...args], {
      cwd: root,
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 256 * 1024 * 1024,
      env: gitEnv({ PATH: process.env.PATH }),
    });
  } catch {
    return undefined;
  }
}

/** The guard's view of the machine for one tree. `base` is the commit whose scripts may run. */
export function guardContextOf({
  root,
  base = baseCommit(root),
}: {
  readonly root: string;
  readonly base?: string;
}): Pick<GuardOptions, 'root' | 'link' | 'entryKind' | 'isBaseBlob' | 'filesBelow'> {
  const real = realpathSync.native(root);
  const blobs = baseBlobs(real, base);
  return {
    root: real,
    link: linkAt,
    entryKind: entryKindOf,
    filesBelow: namesBelow,
    isBaseBlob: (file) => {
      const id = blobs.get(path.relative(real, file));
      return id !== undefined && entryKindOf(file) === 'file' && id === blobId(file, id.length);
    },
  };
}

/** The target of a link; undefined if it is no link, null if it cannot be read. */
function linkAt(file: string): string | null | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(file) : undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    // A path below a file, or with a name that is too long, cannot exist.
    return code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ENOENT' ? undefined : null;
  }
}

/** The maximum number of entries that are listed for one command. */
const MAX_BELOW = 5000;

/** Every path below a folder; null if there are too many, or the folder cannot be read. */
function namesBelow(folder: string): readonly string[] | null {
  const names: string[] = [];
  const folders = [''];
  try {
    for (let at = folders.pop(); at !== undefined; at = folders.pop())
      for (const entry of readdirSync(path.join(folder, at), { withFileTypes: true })) {
        const name = path.join(at, entry.name);
        if (names.push(name) > MAX_BELOW) return null;
        if (entry.isDirectory()) folders.push(name);
      }
    return names;
  } catch {
    return null;
  }
}

function entryKindOf(file: string): EntryKind | null {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (!stat) return null;
    if (stat.isSymbolicLink()) return 'link';
    if (stat.isFile()) return 'file';
    return stat.isDirectory() ? 'folder' : 'other';
  } catch {
    return null;
  }
}

/** The files of the base commit with their blob ids. */
function baseBlobs(root: string, base: string): ReadonlyMap<string, string> {
  return new Map(
    treeListing(root, base)
      .split('\0')
      .flatMap((line): [string, string][] => {
        const [, id, file] = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
        return id && file ? [[file, id]] : [];
      }),
  );
}

/** git's listing of the base commit. Empty without one, so that no script is trusted. */
const treeListing = (root: string, base: string): string =>
  askGit(root, ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', base]) ?? '';

/** The id that git gives to a file's bytes. */
function blobId(file: string, length: number): string | null {
  try {
    const bytes = readFileSync(file);
    return createHash(length === 40 ? 'sha1' : 'sha256')
      .update(`blob ${bytes.length}\0`)
      .update(bytes)
      .digest('hex');
  } catch {
    return null;
  }
}

/** The guard rules of this machine. */
export function localRules(home: string) {
  return readLocalRules(textOf(path.join(home, 'guard.yml')) ?? '');
}

/** The text of a file; null if there is none. Throws if it cannot be read: it might hold a `deny` rule. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new UserError({
      expected: `to read ${file}`,
      found: code || String(error),
      remedy: 'Let crew read it, or remove it: it may hold rules that forbid something.',
      ends: 'refused',
    });
  }
}

/**
 * Returns the tree with lists and searches that leave out files whose reading a rule denies. The guard checks reads of single files, but
 * cannot check a search, because a search names no paths.
 */
export function withoutDenied<Tree extends Workspace>(tree: Tree, denials: PathDenials | undefined): Tree {
  if (!denials) return tree;
  const isReadable = (path: string) => {
    const deniedAccess = denials({ root: tree.root, path });
    return deniedAccess !== 'read';
  };
  return {
    ...tree,
    files: async (ask) => (await tree.files(ask)).filter(isReadable),
    search: async (ask) => {
      const { found, more } = await tree.search(ask);
      return { found: found.filter(({ file }) => isReadable(file)), more };
    },
  };
}
