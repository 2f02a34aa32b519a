// Folders held open. Between looking at a path and using it somebody may put a link in its way; what is done through an open
// folder happens in that folder, wherever its name leads by then. Everything here is synchronous, for the same reason.
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
import { notInside, type Place } from './place.js';
import { codeOf, isMissing, trouble } from './trouble.js';

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Linux names open files; elsewhere a path is checked again after it was used, which leaves a moment. */
const NAMED = existsSync('/proc/self/fd');

/** The path below an open folder. */
type At = (name: string) => string;

/** Paths through an open folder; its own is `.`. */
export const through = (fd: number, real: string): At => {
  const folder = NAMED ? `/proc/self/fd/${fd}` : real;
  return (name) => `${folder}/${name}`;
};

/** Refuses what is no longer where it was when it was looked at. */
export function refuseSwapped(fd: number, { real, path }: { real: string; path: string }): void {
  if (whereIs(fd, real) !== real) throw notInside(path, 'which was swapped while it was opened');
}

function whereIs(fd: number, real: string): string | null {
  if (NAMED) return readlinkSync(`/proc/self/fd/${fd}`);
  const [opened, named] = [fstatSync(fd), lstatSync(real)];
  return opened.ino === named.ino && opened.dev === named.dev ? realpathSync.native(real) : null;
}

/** Does something in the folder of a place, reached without a single link; null when it is not there and not to be made. */
export function inFolder<T>(
  { root, place, make }: { root: string; place: Place; make: boolean },
  work: (at: At) => T,
): T | null {
  let real = root;
  let fd = openSync(root, FOLDER);
  try {
    for (const part of place.parts.slice(0, -1)) {
      const next = step(through(fd, real), { part, place, make });
      if (next === null) return null;
      closeSync(fd);
      fd = next;
      real = join(real, part);
    }
    if (!NAMED) refuseSwapped(fd, { real, path: place.path });
    return work(through(fd, real));
  } catch (error) {
    throw trouble(error, place.path);
  } finally {
    closeSync(fd);
  }
}

function step(at: At, { part, place, make }: { part: string; place: Place; make: boolean }): number | null {
  try {
    return openSync(at(part), FOLDER);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && make) {
      makeFolder(at(part));
      return step(at, { part, place, make: false });
    }
    // A link answers like a file: with what it is not.
    if (['ENOTDIR', 'ELOOP'].includes(codeOf(error)) && lstatSync(at(part)).isSymbolicLink())
      throw notInside(place.path, `whose ${part} is a link; nothing is written through links`);
    if (isMissing(error) && !make) return null;
    if (codeOf(error) === 'ENOTDIR') throw notInside(place.path, `whose ${part} is no folder`);
    throw error;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Somebody made it first.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
