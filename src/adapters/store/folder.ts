// Logs in a folder. Each append is a file of its own, named by its number, that comes into being whole or not at all:
// written aside, flushed, then linked to its name. The name is the compare-and-swap: it can be taken once.
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Conflict, UserError } from '../../errors.js';
import type { Store } from '../../ports.js';

const nameOf = (number: number): string => String(number).padStart(8, '0');
const NAME = /^\d{8}$/;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** A file with these bytes that surely are on the disk. */
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

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

function storageTrouble(error: unknown, folder: string): unknown {
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
      const texts = await Promise.all(names.map((name) => readFile(path.join(folderOf(log), name), 'utf8')));
      return { text: texts.join(''), at: String(Number(names.at(-1))) };
    },
    async append(log, lines, at) {
      const folder = folderOf(log);
      const next = at === null ? 1 : Number(at) + 1;
      const aside = path.join(folder, `.${randomUUID()}`);
      try {
        await mkdir(folder, { recursive: true });
        await writeFlushed(aside, lines);
        await link(aside, path.join(folder, nameOf(next)));
        await flushFolder(folder);
      } catch (error) {
        if (codeOf(error) === 'EEXIST') throw new Conflict(log);
        throw storageTrouble(error, root);
      } finally {
        await rm(aside, { force: true }).catch(() => undefined);
      }
      return String(next);
    },
    remove: (log) => rm(folderOf(log), { recursive: true, force: true }),
  };
}
