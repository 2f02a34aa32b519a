import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import type { TakeAsk, Taken } from '../../ports.js';

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Linux names open folders, so that what is read lies in this one, wherever its name leads by then. */
const NAMED = existsSync('/proc/self/fd');

/**
 * Takes what commands left in a folder of their home, from outside: who wrote there may have put anything there, so a link is never
 * followed, and whatever is no plain file is said and not opened. Called when no command runs; all at once, so that none begins.
 */
export function takeOut(home: string, ask: TakeAsk): Taken {
  if (path.basename(ask.folder) !== ask.folder) throw new Error(`${ask.folder} is no name of a folder`);
  const folder = path.join(home, ask.folder);
  try {
    const there = lstatSync(folder, { throwIfNoEntry: false });
    if (!there) return 'taken';
    return there.isDirectory() ? takeFrom(folder, ask) : 'no files';
  } catch (error) {
    // Whoever wrote there took the right to read it away, or put something else in its way: it is theirs to answer for.
    if (error instanceof Error && 'code' in error && THEIRS.has(error.code)) return 'no files';
    throw error;
  } finally {
    forget(folder);
  }
}

const THEIRS = new Set<unknown>(['EACCES', 'EPERM', 'ELOOP', 'ENOTDIR', 'ENOENT', 'ENXIO']);

/** What cannot be taken away goes with the home. */
function forget(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}

function takeFrom(folder: string, { most, open }: TakeAsk): Taken {
  const fd = openSync(folder, FOLDER);
  const at = NAMED ? `/proc/self/fd/${fd}` : folder;
  let left = most;
  try {
    for (const name of readdirSync(at).sort()) {
      if (name.startsWith('.')) continue;
      const taken = takeFile(path.join(at, name), { left, open });
      if (typeof taken === 'string') return taken;
      left -= taken;
    }
    return 'taken';
  } finally {
    closeSync(fd);
  }
}

const PIECE = 64 * 1024;

/** How many bytes it had. */
function takeFile(file: string, { left, open }: Pick<TakeAsk, 'open'> & { readonly left: number }): number | Taken {
  if (!lstatSync(file).isFile()) return 'no files';
  const fd = openSync(file, FILE);
  try {
    const { size } = fstatSync(fd);
    if (size > left) return 'too large';
    const hear = open(size);
    for (let from = 0; from < size; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, size - from));
      const length = readSync(fd, piece, 0, piece.length, from);
      if (length === 0) throw new Error(`${file} became shorter`);
      hear(piece.subarray(0, length));
      from += length;
    }
    return size;
  } finally {
    closeSync(fd);
  }
}
