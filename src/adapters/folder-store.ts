// Append-only logs in a folder. Each append is one numbered file, written to a temporary file, synced and linked to its final name.
// Linking fails if the name exists, which makes it a compare-and-swap.
import { randomUUID } from 'node:crypto';
import { access, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Conflict, UserError } from '../ports/errors.js';
import type { Store } from '../ports/index.js';

const nameOf = (number: number): string => String(number).padStart(8, '0');
const NAME = /^\d{8}$/;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** Writes a file and syncs it. */
async function writeFlushed(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
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

/** A new folder is durable only after its parents are synced, up to the root. */
async function flushAbove(folder: string, root: string): Promise<void> {
  const above = path.dirname(folder);
  await flushFolder(above);
  if (above !== root && above.startsWith(root)) await flushAbove(above, root);
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

function storageError(error: unknown, folder: string): unknown {
  if (!FULL.has(codeOf(error))) return error;
  return new UserError(
    {
      expected: `room to write the journal in ${folder}`,
      found: codeOf(error),
      remedy: 'Free some space, then continue; nothing that was written is lost.',
      ends: 'awaiting',
    },
    { cause: error },
  );
}

/** A store in a folder. */
export function folderStore(root: string): Store {
  const folderOf = (log: string) => path.join(root, log);
  const append = async (log: string, lines: string, at: string | null, tries = 5): Promise<string> => {
    const folder = folderOf(log);
    const next = at === null ? 1 : Number(at) + 1;
    const temporary = path.join(folder, `.${randomUUID()}`);
    try {
      if (at === null) await mkdir(folder, { recursive: true });
      else await access(path.join(folder, nameOf(Number(at))));
      await writeFlushed(temporary, lines);
      await link(temporary, path.join(folder, nameOf(next)));
      await flushFolder(folder);
      if (at === null) await flushAbove(folder, root);
    } catch (error) {
      // An earlier log of the same name was removed at the same moment, together with the folder.
      if (at === null && codeOf(error) === 'ENOENT' && tries > 1) return append(log, lines, at, tries - 1);
      // Another writer took the number, or the log was removed.
      if (codeOf(error) === 'EEXIST' || (at !== null && codeOf(error) === 'ENOENT')) throw new Conflict(log);
      throw storageError(error, root);
    } finally {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
    return String(next);
  };
  return {
    async list(prefix) {
      const parent = path.dirname(`${prefix}x`);
      const found = await entriesOf(path.join(root, parent));
      return found
        .map((name) => `${parent}/${name}`)
        .filter((name) => name.startsWith(prefix))
        .sort();
    },
    async read(log) {
      const names = (await entriesOf(folderOf(log))).filter((name) => NAME.test(name)).sort();
      if (names.length === 0) return null;
      try {
        const texts = await Promise.all(names.map((name) => readFile(path.join(folderOf(log), name), 'utf8')));
        return { text: texts.join(''), at: String(Number(names.at(-1))) };
      } catch (error) {
        // The log was removed while it was read.
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    append: (log, lines, at) => append(log, lines, at),
    async remove(log) {
      // Renamed first, so that no reader sees a partly removed log.
      const temporary = path.join(root, `.${randomUUID()}`);
      try {
        await rename(folderOf(log), temporary);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
      }
      await rm(temporary, { recursive: true, force: true });
    },
  };
}
