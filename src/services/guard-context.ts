// The machine, for the guard: what it may know of files, asked at once and without a wait.

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
 * The commit whose scripts and package settings are the project's own. `HEAD` alone is not it: in a resumed run, or after one that
 * committed, it may be an agent's work. So it is where `HEAD` left what is published of the default branch; where nothing is, `HEAD`; and
 * before there is a commit, nothing: the tree of no files. A run asks in its first life only. `known` is where the default branch ends, for
 * who knows it.
 */
export function baseCommit(root: string, known?: string): string {
  const names = known === undefined ? DEFAULTS : [known];
  const [head, ...ends] = commitsOf(root, ['HEAD', ...names]);
  const published = ends.find((id) => id !== undefined);
  if (published === undefined) return head ?? idOf(root, ['hash-object', '-t', 'tree', '/dev/null']) ?? 'HEAD';
  // A shallow clone may not know where they parted; what is published is nobody's agent's.
  return idOf(root, ['merge-base', 'HEAD', published]) ?? published;
}

const DEFAULTS = ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master'] as const;

/** The commits that these name, in one question; undefined for what names none. */
function commitsOf(root: string, names: readonly string[]): readonly (string | undefined)[] {
  const input = names.map((name) => `${name}^{commit}\n`).join('');
  const said = askGit(root, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], input) ?? '';
  const lines = said.split('\n');
  return names.map((_, n) => /^([0-9a-f]+) commit$/.exec(lines[n] ?? '')?.[1]);
}

function idOf(root: string, args: readonly string[]): string | undefined {
  const text = askGit(root, args)?.trim();
  return text === '' ? undefined : text;
}

/** What git says, asked at once and hardened as everywhere; undefined where it says no. */
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

/** What the guard asks of a machine, for one project. `base` is the commit whose scripts may run; without it what is published. */
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

/** Where a link leads; undefined where there is none, null where nobody may look. */
function linkAt(file: string): string | null | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(file) : undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    // Below a file, and beyond the length of a name, nothing stands.
    return code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ENOENT' ? undefined : null;
  }
}

/** More is not looked through for one command. */
const MOST_BELOW = 5000;

/** Everything below a folder, folders included; null where it is too much, or cannot be read. */
function namesBelow(folder: string): readonly string[] | null {
  const names: string[] = [];
  const open = [''];
  try {
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const entry of readdirSync(path.join(folder, at), { withFileTypes: true })) {
        const name = path.join(at, entry.name);
        if (names.push(name) > MOST_BELOW) return null;
        if (entry.isDirectory()) open.push(name);
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
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
  } catch {
    return null;
  }
}

/** The files of the base commit with the ids of their contents, read at once: later, `HEAD` may be the agent's. */
function baseBlobs(root: string, base: string): ReadonlyMap<string, string> {
  return new Map(
    listed(root, base)
      .split('\0')
      .flatMap((line): [string, string][] => {
        const [, id, file] = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
        return id && file ? [[file, id]] : [];
      }),
  );
}

// Without a base commit there is no script that could be its own.
const listed = (root: string, base: string): string =>
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

/** The rules of this machine. A file that is there and cannot be read is not the same as none: a `deny` in it might be the one that counts. */
export function localRules(home: string) {
  return readLocalRules(textOf(path.join(home, 'guard.yml')) ?? '');
}

/** A file's text, null where there is none; anything else that keeps it from being read is the person's to know. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new UserError({
      expected: `to read ${file}`,
      found: code || String(error),
      remedy: 'Let crew read it, or take it away: rules that are not read forbid nothing.',
      ends: 'refused',
    });
  }
}

/**
 * A tree whose lists and searches leave out what deny rules keep from being read: a search of everything is one call, which names none
 * of what it would find. Single files are the gate's; crew itself reads them all, to know what was changed.
 */
export function withoutDenied<Tree extends Workspace>(tree: Tree, denials: PathDenials | undefined): Tree {
  if (!denials) return tree;
  const isSeen = (path: string) => denials({ root: tree.root, path }) !== 'read';
  return {
    ...tree,
    files: async (ask) => (await tree.files(ask)).filter(isSeen),
    search: async (ask) => {
      const { found, more } = await tree.search(ask);
      return { found: found.filter(({ file }) => isSeen(file)), more };
    },
  };
}
