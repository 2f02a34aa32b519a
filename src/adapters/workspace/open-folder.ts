// File operations relative to open folders. Between checking a path and using it, another process could replace a folder by a link; an
// operation through a file descriptor stays in the folder that was checked. Everything is synchronous, which keeps the time between check and
// use short where descriptors cannot be used. Used by read.ts and write.ts.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf, isMissing, notInside, systemError, type TreePath } from './paths.js';

const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Linux offers /proc/self/fd. Elsewhere a path is checked again after opening and before use, which leaves a short race. */
const HAS_PROC_FD = existsSync('/proc/self/fd');

/** The path of a name in an open folder. */
type PathIn = (name: string) => string;

/** Paths through an open folder. */
export const pathsThrough = (fd: number, real: string): PathIn => {
  const folder = HAS_PROC_FD ? `/proc/self/fd/${fd}` : real;
  return (name) => `${folder}/${name}`;
};

/** Throws if the open folder is no longer at its path. */
export function refuseSwapped(fd: number, { real, path }: { real: string; path: string }): void {
  if (currentPathOf(fd, real) !== real) throw notInside(path, 'which was swapped while it was opened');
}

function currentPathOf(fd: number, real: string): string | null {
  if (HAS_PROC_FD) return readlinkSync(`/proc/self/fd/${fd}`);
  const [opened, named] = [fstatSync(fd), lstatSync(real)];
  return opened.ino === named.ino && opened.dev === named.dev ? realpathSync.native(real) : null;
}

/**
 * Runs `work` on the parent folder of a path, which is reached without following any link. `creates`: missing folders are created. Null if the
 * folder is missing and may not be created.
 */
export function inFolder<T>(
  { root, place, creates }: { root: string; place: TreePath; creates: boolean },
  work: (at: PathIn) => T,
): T | null {
  let real = root;
  let fd = openSync(root, FOLDER_FLAGS);
  try {
    for (const part of place.parts.slice(0, -1)) {
      const next = openSubfolder(pathsThrough(fd, real), { part, place, creates });
      if (next === null) return null;
      closeSync(fd);
      fd = next;
      real = join(real, part);
    }
    if (!HAS_PROC_FD) refuseSwapped(fd, { real, path: place.path });
    return work(pathsThrough(fd, real));
  } catch (error) {
    throw systemError(error, place.path);
  } finally {
    closeSync(fd);
  }
}

function openSubfolder(
  at: PathIn,
  { part, place, creates }: { part: string; place: TreePath; creates: boolean },
): number | null {
  try {
    return openSync(at(part), FOLDER_FLAGS);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && creates) {
      createFolder(at(part));
      return openSubfolder(at, { part, place, creates: false });
    }
    // With these flags a link fails with ENOTDIR or ELOOP; a file also fails with ENOTDIR, so `lstat` decides.
    if (['ENOTDIR', 'ELOOP'].includes(codeOf(error)) && lstatSync(at(part)).isSymbolicLink())
      throw notInside(place.path, `whose ${part} is a link; nothing is written through links`);
    if (isMissing(error) && !creates) return null;
    if (codeOf(error) === 'ENOTDIR') throw notInside(place.path, `whose ${part} is no folder`);
    throw error;
  }
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process created it.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
