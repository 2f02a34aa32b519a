// Text files on this machine that stay complete after a crash and can be written by several processes. Used by src/runs, src/memory,
// src/app and action/work.ts for records, journals, the memory, the App's inbox and its reports.
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Conflict, UserError } from '../ports/errors.js';

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** For `catch`: returns `value` if the file or folder does not exist, and throws every other error again. */
export function ifMissing<T>(error: unknown, value: T): T {
  if (codeOf(error) === 'ENOENT') return value;
  throw error;
}

/** Replaces a file. A reader sees the whole old text or the whole new one, also after a crash. */
export async function writeAtomically(file: string, text: string): Promise<void> {
  await writeTemporary(file, text, (temporary) => rename(temporary, file));
}

/** A text with the version that it was read at. */
export interface Version {
  readonly text: string;
  readonly version: string;
}

/** How many files of old versions stay, emptied, so that a slow writer cannot link a number that was already used. */
const RETAINED = 32;

/**
 * A text in a folder, with compare-and-swap. Each version is a file with a number in its name (`record-00000007.json`). It is written to a
 * temporary file, flushed, and linked to its name, which succeeds only once for each number. Files of older versions are emptied; the last
 * RETAINED of them stay.
 */
export function versionsIn(folder: string, { name, extension }: { readonly name: string; readonly extension: string }) {
  const pattern = new RegExp(`^${name}-(\\d{8})\\.${extension}$`);
  const fileOf = (number: number) => path.join(folder, `${name}-${String(number).padStart(8, '0')}.${extension}`);
  const numbers = async (): Promise<readonly number[]> => {
    const names = await readdir(folder).catch((error) => ifMissing(error, []));
    return names.flatMap((each) => Number(pattern.exec(each)?.[1] ?? []) || []).sort((a, b) => a - b);
  };
  return {
    async read(): Promise<Version | null> {
      for (;;) {
        const last = (await numbers()).at(-1);
        if (last === undefined) return null;
        const text = await readFile(fileOf(last), 'utf8').catch((error) => ifMissing(error, null));
        // Null or empty: a newer version has replaced this one meanwhile.
        if (text || (text === '' && (await numbers()).at(-1) === last)) return { text, version: String(last) };
      }
    },
    /** Throws Conflict if `version` is not the newest one; null means that there must be no text yet. */
    async write(text: string, version: string | null): Promise<void> {
      const next = Number(version ?? 0) + 1;
      await writeTemporary(fileOf(next), text, (temporary) => link(temporary, fileOf(next))).catch((error) => {
        throw codeOf(error) === 'EEXIST' ? new Conflict(folder) : error;
      });
      const all = await numbers();
      if ((all.at(-1) ?? next) - next >= RETAINED) {
        // The number was free only because newer versions had removed its file.
        await rm(fileOf(next), { force: true });
        throw new Conflict(folder);
      }
      for (const old of all) if (old < next) await discard(fileOf(old), old > next - RETAINED);
    },
  };
}

/** Removes the file of an old version, or with `keepsNumber` replaces it by an empty file. A process that is reading it still gets the whole text. */
async function discard(file: string, keepsNumber: boolean): Promise<void> {
  if (!keepsNumber) return rm(file, { force: true });
  const size = await stat(file).then(
    (found) => found.size,
    (error) => ifMissing(error, 0),
  );
  if (size === 0) return;
  const temporary = path.join(path.dirname(file), `.${randomUUID()}`);
  await writeFile(temporary, '');
  await rename(temporary, file);
}

/** Writes and flushes a temporary file in the folder of `file`. `publish` then moves or links it to `file`. */
async function writeTemporary(
  file: string,
  text: string,
  publish: (temporary: string) => Promise<void>,
): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.${randomUUID()}`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await publish(temporary);
    await flushFolder(folder);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Error codes of a full, read-only or broken disk. */
const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/** Turns an error of a full or broken disk into one that ends the run `awaiting`, until there is space. Other errors are returned unchanged. */
export function diskFullError(error: unknown, folder: string): unknown {
  if (!DISK_ERRORS.has(codeOf(error))) return error;
  return new UserError(
    {
      expected: `disk space for the record of the run in ${folder}`,
      found: codeOf(error),
      remedy: 'Free some space, then continue the run.',
      ends: 'awaiting',
    },
    { cause: error },
  );
}
