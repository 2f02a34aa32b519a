import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { UserError } from '../../errors.js';
import { refuseSwapped } from './held.js';
import { leads } from './leads.js';
import { kindOf } from './look.js';
import { notFile, placeOf, shownPath } from './place.js';
import { isMissing, trouble } from './trouble.js';

/** A pipe without a writer must not be waited for, nor a terminal become ours. */
const QUIETLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** What is read at once; a longer file is read by ranges. */
const MOST = 64 * 1024 * 1024;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The bytes of a file, or of a range of it; null when there is none. Only regular files have bytes. */
export function readBytes(root: string, path: string, range?: Range): Uint8Array | null {
  const place = placeOf(root, path);
  const real = leads(root, place);
  if (real === null) return null;
  try {
    refuseOther(lstatSync(real), path);
    return bytesAt({ real, path }, range);
  } catch (error) {
    if (isMissing(error)) return null;
    throw trouble(error, path);
  }
}

/** All bytes of what was just seen to be a regular file, and no link; null when it is gone. */
export function readPlaced(place: { readonly real: string; readonly path: string }): Uint8Array | null {
  try {
    return bytesAt(place);
  } catch (error) {
    if (isMissing(error)) return null;
    throw trouble(error, place.path);
  }
}

/** Whatever was put in its way meanwhile is not read. */
function bytesAt({ real, path }: { readonly real: string; readonly path: string }, range?: Range): Uint8Array {
  const fd = openSync(real, QUIETLY);
  try {
    refuseSwapped(fd, { real, path });
    return bytesOf(fd, { path, range });
  } finally {
    closeSync(fd);
  }
}

function bytesOf(fd: number, { path, range }: { path: string; range: Range | undefined }): Uint8Array {
  const entry = fstatSync(fd);
  refuseOther(entry, path);
  const from = Math.max(0, range?.from ?? 0);
  const wanted = Math.max(0, Math.min(range?.to ?? entry.size, entry.size) - from);
  if (wanted > MOST) throw tooLong(path, wanted);
  const bytes = Buffer.allocUnsafe(wanted);
  let length = 0;
  while (length < wanted) {
    const read = readSync(fd, bytes, length, wanted - length, from + length);
    // It became shorter meanwhile.
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

function refuseOther(entry: Stats, path: string): void {
  const kind = kindOf(entry);
  if (kind !== 'file')
    throw notFile(path, kind === 'folder' ? 'which is a folder' : 'which is a device, a pipe or a socket');
}

function tooLong(path: string, size: number): UserError {
  return new UserError({
    expected: `at most ${MOST} bytes at once`,
    found: `${size} of ${shownPath(path)}`,
    remedy: 'Read a range of it.',
    ends: 'refused',
  });
}
