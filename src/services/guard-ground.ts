// The machine, for the guard: what it may know of files, asked at once and without a wait.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { EntryKind, GuardOptions } from '../guard/index.js';
import { askGit, baseCommit } from './base-commit.js';

/** What the guard asks of a machine, for one project. `base` is the commit whose scripts may run; without it what is published. */
export function groundOf({
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
