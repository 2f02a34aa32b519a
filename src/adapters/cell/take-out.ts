import { execFile } from 'node:child_process';
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { opendir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { TakeAsk, Taken } from '../../ports.js';
import { SAFE_PATH } from './rungs/hold.js';

const run = promisify(execFile);

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Linux names open folders, so that what is read lies in this one, wherever its name leads by then. */
const NAMED = existsSync('/proc/self/fd');

/**
 * Takes what commands left in a folder of their home, from outside: who wrote there may have put anything there, so a link is never
 * followed, and whatever is no plain file is said and not opened. Called when no command runs. However much is there, the rest of crew
 * goes on meanwhile: its leases are renewed, and a word to cancel is heard.
 */
export async function takeOut(home: string, ask: TakeAsk): Promise<Taken> {
  if (path.basename(ask.folder) !== ask.folder) throw new Error(`${ask.folder} is no name of a folder`);
  const folder = path.join(home, ask.folder);
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (!there) return 'taken';
  let taken: Taken = 'no files';
  try {
    if (there.isDirectory()) taken = await takeFrom(folder, ask);
    return taken;
  } catch (error) {
    // Whoever wrote there took the right to read it away, or put something else in its way: it is theirs to answer for.
    if (error instanceof Error && 'code' in error && THEIRS.has(error.code)) return 'no files';
    throw error;
  } finally {
    await (taken === 'taken' ? rm(folder, ALL) : removeApart(folder)).catch(() => undefined); // else it goes with the home
  }
}

const THEIRS = new Set<unknown>(['EACCES', 'EPERM', 'ELOOP', 'ENOTDIR', 'ENOENT', 'ENXIO']);

const ALL = { recursive: true, force: true } as const;

/** Where nobody knows how much it is: Node takes each folder away in one breath, and a full one stops the rest of crew for seconds. */
const removeApart = (folder: string) => run('rm', ['-rf', '--', folder], { cwd: '/', env: { PATH: SAFE_PATH } });

/** Gradle and Maven leave one for each class of tests; whoever leaves more wants to keep crew busy. */
const MOST_FILES = 10_000;

async function takeFrom(folder: string, { most, open }: TakeAsk): Promise<Taken> {
  const fd = openSync(folder, FOLDER);
  const at = NAMED ? `/proc/self/fd/${fd}` : folder;
  let left = most;
  try {
    const names = await namesIn(at);
    if (!names) return 'too large';
    for (const name of names) {
      if (name.startsWith('.')) continue;
      const taken = await takeFile(path.join(at, name), { left, open });
      if (typeof taken === 'string') return taken;
      left -= taken;
    }
    return 'taken';
  } finally {
    closeSync(fd);
  }
}

/** In their order; null where there are too many, those that do not count too. */
async function namesIn(folder: string): Promise<readonly string[] | null> {
  const names: string[] = [];
  for await (const { name } of await opendir(folder, { bufferSize: 1000 }))
    if (names.push(name) > MOST_FILES) return null;
  return names.sort();
}

const PIECE = 64 * 1024;

type Room = Pick<TakeAsk, 'open'> & { readonly left: number };

/** How many bytes it had. */
async function takeFile(file: string, { left, open }: Room): Promise<number | Taken> {
  await breathe();
  if (!lstatSync(file).isFile()) return 'no files';
  const fd = openSync(file, FILE);
  try {
    const { size } = fstatSync(fd);
    if (size > left) return 'too large';
    const onOutput = open(size, path.basename(file));
    for (let from = 0; from < size; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, size - from));
      const length = readSync(fd, piece, 0, piece.length, from);
      if (length === 0) throw new Error(`${file} became shorter`);
      onOutput(piece.subarray(0, length));
      from += length;
      if (from < size) await breathe();
    }
    return size;
  } finally {
    closeSync(fd);
  }
}
