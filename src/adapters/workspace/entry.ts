import { type Dirent, lstatSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileEntry } from '../../ports/index.js';
import { placeOf } from './place.js';
import { realPathOf } from './real-path.js';
import { isMissing, systemError } from './system-error.js';

/** The kind of an entry. Devices, sockets and pipes are 'other' and never opened. */
export function kindOf(entry: Stats | Dirent): FileEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** The entry at a path. A link at the end is not followed; links on the way are, inside the tree. */
export function lookAt(root: string, path: string): FileEntry | null {
  const found = placedAt(root, path);
  return found && { kind: kindOf(found.entry), size: found.entry.size, mode: found.entry.mode & 0o777 };
}

/** The entry with its real path. */
export function placedAt(root: string, path: string): { readonly real: string; readonly entry: Stats } | null {
  const place = placeOf(root, path);
  const above = dirname(place.path);
  const folder = place.path === '' ? dirname(root) : realPathOf(root, { path: above, parts: above.split('/') });
  if (folder === null) return null;
  try {
    const real = place.path === '' ? root : join(folder, basename(place.path));
    return { real, entry: lstatSync(real) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw systemError(error, path);
  }
}
