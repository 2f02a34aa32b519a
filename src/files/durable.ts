// Text files of this machine that stay complete after a crash and can be written by several processes.
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Conflict, UserError } from '../ports/errors.js';

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** For `catch`: the value if the file or folder does not exist. Throws every other error. */
export function ifMissing<T>(error: unknown, value: T): T {
  if (codeOf(error) === 'ENOENT') return value;
  throw error;
}

/** Replaces a file so that a reader sees the old text or the new one, also after a crash. */
export async function writeAtomically(file: string, text: string): Promise<void> {
  await writeAside(file, text, (aside) => rename(aside, file));
}

/** One version of a text. `at` identifies it. */
export interface Version {
  readonly text: string;
  readonly at: string;
}

/** The number of emptied old versions that keep their file. A slow writer then finds its number taken. */
const RETAINED = 32;

/**
 * A text in a folder with compare-and-swap. Each version is a file (`record-00000007.json`) that is written under another name, flushed, and
 * then linked to its number. A number can be linked only once. Older versions
 * are emptied, the last 32 of them keep their numbers.
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
        if (text || (text === '' && (await numbers()).at(-1) === last)) return { text, at: String(last) };
      }
    },
    /** Throws Conflict if the text is no longer at `at`; null means that there must be no text yet. */
    async write(text: string, at: string | null): Promise<void> {
      const next = Number(at ?? 0) + 1;
      await writeAside(fileOf(next), text, (aside) => link(aside, fileOf(next))).catch((error) => {
        throw codeOf(error) === 'EEXIST' ? new Conflict(folder) : error;
      });
      const all = await numbers();
      if ((all.at(-1) ?? next) - next >= RETAINED) {
        // The number was free only because newer versions had removed this one.
        await rm(fileOf(next), { force: true });
        throw new Conflict(folder);
      }
      for (const old of all) if (old < next) await discard(fileOf(old), old > next - RETAINED);
    },
  };
}

/** Removes an old version. `keepsNumber`: an empty file stays in its place; a process that reads the old one is not disturbed. */
async function discard(file: string, keepsNumber: boolean): Promise<void> {
  if (!keepsNumber) return rm(file, { force: true });
  const size = await stat(file).then(
    (found) => found.size,
    (error) => ifMissing(error, 0),
  );
  if (size === 0) return;
  const aside = path.join(path.dirname(file), `.${randomUUID()}`);
  await writeFile(aside, '');
  await rename(aside, file);
}

/** Writes and flushes a file under another name in the same folder; `name` then gives it its name. */
async function writeAside(file: string, text: string, name: (aside: string) => Promise<void>): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const aside = path.join(folder, `.${randomUUID()}`);
  try {
    const handle = await open(aside, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await name(aside);
    await flushFolder(folder);
  } finally {
    await rm(aside, { force: true });
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

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/** An error of a full or broken disk as `awaiting`: the run waits until there is space. Other errors are returned unchanged. */
export function diskFullError(error: unknown, folder: string): unknown {
  if (!FULL.has(codeOf(error))) return error;
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
