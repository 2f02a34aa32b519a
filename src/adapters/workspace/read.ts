// Reads files and folders of a tree, for the other files of this folder and for diff/content.ts.

import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../../ports/errors.js';
import type { FileEntry } from '../../ports/index.js';
import { pathsThrough, refuseSwapped } from './open-folder.js';
import { isMissing, notFile, notFolder, placeOf, realPathOf, shownPath, systemError } from './paths.js';

/** With these flags, opening does not follow a link, block on a pipe or acquire a terminal. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The limit of one read; longer files are read in ranges. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The bytes of a regular file, or of a range of it (`to` excluded); null if the file does not exist. */
export function readBytes(root: string, path: string, range?: Range): Uint8Array | null {
  const place = placeOf(root, path);
  const real = realPathOf(root, place);
  if (real === null) return null;
  try {
    refuseUnlessFile(lstatSync(real), path);
    return bytesAt({ real, path }, range);
  } catch (error) {
    if (isMissing(error)) return null;
    throw systemError(error, path);
  }
}

/** All bytes of a file that was checked to be a regular file; null if it is gone. */
export function readRealFile(place: { readonly real: string; readonly path: string }): Uint8Array | null {
  try {
    return bytesAt(place);
  } catch (error) {
    if (isMissing(error)) return null;
    throw systemError(error, place.path);
  }
}

/** Throws if the file was replaced after the check. */
function bytesAt({ real, path }: { readonly real: string; readonly path: string }, range?: Range): Uint8Array {
  const fd = openSync(real, READ_FLAGS);
  try {
    refuseSwapped(fd, { real, path });
    return bytesOf(fd, { path, range });
  } finally {
    closeSync(fd);
  }
}

function bytesOf(fd: number, { path, range }: { path: string; range: Range | undefined }): Uint8Array {
  const entry = fstatSync(fd);
  refuseUnlessFile(entry, path);
  const from = Math.max(0, range?.from ?? 0);
  const wanted = Math.max(0, Math.min(range?.to ?? entry.size, entry.size) - from);
  if (wanted > MAX_READ_BYTES) throw tooLong(path, wanted);
  const bytes = Buffer.allocUnsafe(wanted);
  let length = 0;
  while (length < wanted) {
    const read = readSync(fd, bytes, length, wanted - length, from + length);
    // The file became shorter meanwhile.
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

function refuseUnlessFile(entry: Stats, path: string): void {
  const kind = kindOf(entry);
  if (kind !== 'file')
    throw notFile(path, kind === 'folder' ? 'which is a folder' : 'which is a device, a pipe or a socket');
}

function tooLong(path: string, size: number): UserError {
  return new UserError({
    expected: `at most ${MAX_READ_BYTES} bytes at once`,
    found: `${size} of ${shownPath(path)}`,
    remedy: 'Read a range of it.',
    ends: 'refused',
  });
}

/** The kind of an entry. Devices, sockets and pipes are 'other' and never opened. */
export function kindOf(entry: Stats | Dirent): FileEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** The entry at a path. A link at the end is not followed; links on the way are, inside the tree. */
export function entryAt(root: string, path: string): FileEntry | null {
  const found = realEntryAt(root, path);
  return found && { kind: kindOf(found.entry), size: found.entry.size, mode: found.entry.mode & 0o777 };
}

/**
 * The entry at a path, and its own path with the links of its folders resolved; null if it does not exist. A link at the end is not
 * resolved.
 */
export function realEntryAt(root: string, path: string): { readonly real: string; readonly entry: Stats } | null {
  const place = placeOf(root, path);
  const real = place.path === '' ? root : pathInRealFolder(root, place.path);
  if (real === null) return null;
  try {
    return { real, entry: lstatSync(real) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw systemError(error, path);
  }
}

/** The path with the links of its folders resolved; null if its folder does not exist. */
function pathInRealFolder(root: string, path: string): string | null {
  const parent = dirname(path);
  const folder = realPathOf(root, { path: parent, parts: parent.split('/') });
  return folder === null ? null : join(folder, basename(path));
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: FileEntry['kind'];
}

const byName = (one: FolderEntry, other: FolderEntry): number => (one.name < other.name ? -1 : 1);

/** The entries of a folder, sorted by name. */
export function listFolder(root: string, folder: string): readonly FolderEntry[] {
  const real = realPathOf(root, placeOf(root, folder));
  if (real === null) throw notFolder(folder, 'where nothing is');
  try {
    if (!lstatSync(real).isDirectory()) throw notFolder(folder, 'which is no folder');
    const fd = openSync(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      refuseSwapped(fd, { real, path: folder });
      // Through the open folder, so that it is listed even if its path was replaced meanwhile.
      const openFolder = pathsThrough(fd, real)('.');
      const entries = readdirSync(openFolder, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) })).sort(byName);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw systemError(error, folder);
  }
}
