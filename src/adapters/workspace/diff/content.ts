// The content and mode of a file as git stores them, and git's blob id for it. Used by the diffs, by workspace/copy.ts, and by base-commit
// and run-repository.

import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { notFile } from '../paths.js';
import { readRealFile, realEntryAt } from '../read.js';

/** A file as git stores it. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly mode: '100644' | '100755' | '120000';
}

/** The file at a path as git would store it; null if there is none. */
export function contentAt(root: string, path: string): Content | null {
  const found = realEntryAt(root, path);
  if (found === null) return null;
  const { real, entry } = found;
  if (entry.isSymbolicLink()) return { bytes: targetOf(join(root, path)), mode: '120000' };
  const bytes = entry.isFile() ? readRealFile({ real, path }) : null;
  if (bytes === null) throw notFile(path, 'which is a folder, a device, or gone');
  return { bytes, mode: entry.mode & 0o100 ? '100755' : '100644' };
}

function targetOf(link: string): Uint8Array {
  // Replaced since the check: the bytes are then empty. No link has an empty target, so a diff of the link is refused as outdated.
  return lstatSync(link).isSymbolicLink() ? readlinkSync(link, 'buffer') : new Uint8Array();
}

/** The git blob id of these bytes. */
export function blobIdOf(content: Content | null): string {
  if (content === null) return NO_BLOB;
  return createHash('sha1').update(`blob ${content.bytes.length}\0`).update(content.bytes).digest('hex');
}

/** The id that git writes for a file that does not exist. */
export const NO_BLOB = '0'.repeat(40);

/** Whether git would store both as the same. */
export function isSame(one: Content | null, other: Content | null): boolean {
  return one?.mode === other?.mode && blobIdOf(one) === blobIdOf(other);
}
