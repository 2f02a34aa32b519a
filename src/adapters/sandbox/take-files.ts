// Reads files that commands left in a folder of their home, such as test reports, with a sandbox (pool.ts) and without (unsandboxed.ts).

import { execFile } from 'node:child_process';
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { opendir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { TakeOptions, TakeResult } from '../../ports/index.js';
import { SAFE_PATH } from './system-programs.js';

const run = promisify(execFile);

const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** On Linux, /proc/self/fd names an open folder, so that a file is read from this folder even if its path was replaced meanwhile. */
const HAS_PROC_FD = existsSync('/proc/self/fd');

/**
 * Reads the files that commands left in a folder of their home, from outside the sandbox. The content is not trusted: links are never
 * followed, and anything other than a plain file is reported and not opened. To be called when no command runs. Yields between files, so
 * that timers and cancel requests are handled meanwhile.
 */
export async function takeFiles(home: string, options: TakeOptions): Promise<TakeResult> {
  if (path.basename(options.folder) !== options.folder) throw new Error(`${options.folder} is no name of a folder`);
  const folder = path.join(home, options.folder);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return 'taken';
  let taken: TakeResult = 'no files';
  try {
    if (stats.isDirectory()) taken = await takeFrom(folder, options);
    return taken;
  } catch (error) {
    // A command removed read permission or replaced a file; that is its own fault and no error of crew.
    if (error instanceof Error && 'code' in error && CAUSED_BY_COMMAND.has(error.code)) return 'no files';
    throw error;
  } finally {
    await (taken === 'taken' ? rm(folder, { recursive: true, force: true }) : removeWithProgram(folder)).catch(
      () => undefined,
    ); // otherwise it is removed with the home
  }
}

const CAUSED_BY_COMMAND = new Set<unknown>(['EACCES', 'EPERM', 'ELOOP', 'ENOTDIR', 'ENOENT', 'ENXIO']);

/** Node removes a large folder without yielding, which would block the process for seconds, so `rm` does it. */
const removeWithProgram = (folder: string) => run('rm', ['-rf', '--', folder], { cwd: '/', env: { PATH: SAFE_PATH } });

/** Gradle and Maven write one file per test class. More files than this are not accepted. */
const MAX_FILES = 10_000;

async function takeFrom(folder: string, { maxBytes, open }: TakeOptions): Promise<TakeResult> {
  const fd = openSync(folder, FOLDER_FLAGS);
  const at = HAS_PROC_FD ? `/proc/self/fd/${fd}` : folder;
  let remaining = maxBytes;
  try {
    const names = await namesIn(at);
    if (!names) return 'too large';
    for (const name of names) {
      if (name.startsWith('.')) continue;
      const taken = await takeFile(path.join(at, name), { remaining, open });
      if (typeof taken === 'string') return taken;
      remaining -= taken;
    }
    return 'taken';
  } finally {
    closeSync(fd);
  }
}

/** The names in sorted order; null if there are too many. */
async function namesIn(folder: string): Promise<readonly string[] | null> {
  const names: string[] = [];
  for await (const { name } of await opendir(folder, { bufferSize: 1000 }))
    if (names.push(name) > MAX_FILES) return null;
  return names.sort();
}

const CHUNK_BYTES = 64 * 1024;

type RemainingBytes = Pick<TakeOptions, 'open'> & { readonly remaining: number };

/** Passes the content of a file to the writer that `open` returns. Returns the size in bytes, or why the file was not taken. */
async function takeFile(file: string, { remaining, open }: RemainingBytes): Promise<number | TakeResult> {
  await yieldToEvents();
  if (!lstatSync(file).isFile()) return 'no files';
  const fd = openSync(file, FILE_FLAGS);
  try {
    const { size } = fstatSync(fd);
    if (size > remaining) return 'too large';
    const write = open(size, path.basename(file));
    for (let from = 0; from < size; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - from));
      const length = readSync(fd, chunk, 0, chunk.length, from);
      if (length === 0) throw new Error(`${file} became shorter`);
      write(chunk.subarray(0, length));
      from += length;
      if (from < size) await yieldToEvents();
    }
    return size;
  } finally {
    closeSync(fd);
  }
}
