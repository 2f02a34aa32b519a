// Writes and removes files of a tree, for index.ts, copy.ts and files.ts.

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { inFolder } from './open-folder.js';
import { isMissing, notFile, notInside, placeOf, type TreePath } from './paths.js';
import { kindOf } from './read.js';

const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** The name of a temporary file during a write. A file of this name that a crash left behind is not listed as a file of the tree. */
export const TEMPORARY_FILE = /(?:^|\/)\.crew-aside-[0-9a-f-]{36}$/;

const fileNameOf = ({ parts }: TreePath, path: string): string => {
  const name = parts.at(-1);
  if (name === undefined) throw notFile(path, 'which is the root itself');
  return name;
};

/** Writes a file atomically (temporary file and rename). An existing file keeps its mode, and other hard links to it keep their content. */
export function writeBytes(
  root: string,
  { path, bytes, mode }: { path: string; bytes: Uint8Array; mode?: number | undefined },
): void {
  const place = placeOf(root, path);
  const name = fileNameOf(place, path);
  inFolder({ root, place, creates: true }, (at) => {
    const entry = entryAt(at(name));
    refuseOtherThanFile(entry, { path, file: at(name) });
    const temporary = at(`.crew-aside-${randomUUID()}`);
    try {
      writeNewFile(temporary, { bytes, mode: mode ?? entry?.mode });
      renameSync(temporary, at(name));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/** Removes a file, or a link without following it. A missing file is no error. */
export function removeFile(root: string, path: string): void {
  const place = placeOf(root, path);
  const name = fileNameOf(place, path);
  inFolder({ root, place, creates: false }, (at) => {
    const entry = entryAt(at(name));
    if (entry === null) return;
    if (entry.isDirectory()) throw notFile(path, 'which is a folder');
    unlinkSync(at(name));
  });
}

function entryAt(file: string): Stats | null {
  try {
    return lstatSync(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function refuseOtherThanFile(entry: Stats | null, { path, file }: { path: string; file: string }): void {
  const kind = entry === null ? 'file' : kindOf(entry);
  if (kind === 'link')
    throw notInside(path, `which is a link to ${readlinkSync(file)}; nothing is written through links`);
  if (kind !== 'file')
    throw notFile(path, kind === 'folder' ? 'which is a folder' : 'which is a device, a pipe or a socket');
}

function writeNewFile(file: string, { bytes, mode }: { bytes: Uint8Array; mode: number | undefined }): void {
  const fd = openSync(file, CREATE_FLAGS, 0o666);
  try {
    writeFileSync(fd, bytes);
    if (mode !== undefined) fchmodSync(fd, mode & 0o777);
  } finally {
    closeSync(fd);
  }
}
