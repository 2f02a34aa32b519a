// Where records are stored: a folder for the command line, refs of the repository for GitHub, memory for a dry run.
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Conflict, UserError } from '../ports/errors.js';
import type { Refs } from '../ports/index.js';
import type { Files, RunStore, SubjectRecord } from '../ports/run.js';
import { emptyRecord, parseRecord, recordText } from './record.js';

const RECORD = 'record.json';
const SUBJECT = /^(?:issue-\d+|pr-\d+|tree)$/;

/** Versioned storage of records. `at` names the version that was read. */
interface Versions {
  subjects(): Promise<readonly string[]>;
  read(subject: string): Promise<{ readonly text: string; readonly at: string } | null>;
  /** Throws Conflict if the record is no longer at `at`. */
  write(subject: string, of: { text: string; files: Files; at: string | null }): Promise<void>;
  file(subject: string, name: string): Promise<string | null>;
  remove(subject: string): Promise<void>;
}

/** A RunStore on versioned storage. `update` reads, changes, compares and swaps; after a conflict it starts again. */
function storeOn(versions: Versions, redact: (text: string) => string): RunStore {
  const current = async (subject: string): Promise<{ record: SubjectRecord; at: string | null }> => {
    if (!SUBJECT.test(subject)) throw new Error(`not a subject: ${subject}`);
    const found = await versions.read(subject);
    return found
      ? { record: parseRecord(subject, found.text), at: found.at }
      : { record: emptyRecord(subject), at: null };
  };
  return {
    subjects: versions.subjects,
    read: async (subject) => (await current(subject)).record,
    async update(subject, change) {
      for (;;) {
        const { record: now, at } = await current(subject);
        const { record, files = {}, value } = change(now);
        if (record === 'unchanged' && Object.keys(files).length === 0) return value;
        const text = recordText(redactStrings(record === 'unchanged' ? now : record, redact));
        const storedFiles = Object.fromEntries(
          Object.entries(files).map(([name, file]) => [name, file === null ? null : redact(file)]),
        );
        try {
          await versions.write(subject, { text, files: storedFiles, at });
          return value;
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
        }
      }
    },
    file: versions.file,
    remove: versions.remove,
  };
}

/** Every string of a document redacted; keys and structure stay. */
export function redactStrings<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((each) => redactStrings(each, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactStrings(each, redact)])) as T;
}

/** Records in `refs/crew/subjects/<subject>` of a repository, with their files in the same commit. */
export function refsRunStore(refs: Refs, redact: (text: string) => string): RunStore {
  const PREFIX = 'crew/subjects/';
  const fileOf = async (subject: string, name: string) =>
    (await refs.read(`${PREFIX}${subject}`, name).catch(absent))?.text ?? null;
  const versions: Versions = {
    subjects: async () => (await refs.list(PREFIX)).map((ref) => ref.slice(PREFIX.length)).sort(),
    read: (subject) => refs.read(`${PREFIX}${subject}`, RECORD),
    async write(subject, { text, files, at }) {
      const message = `crew: runs of ${subject}`;
      const all: Record<string, string | null> = { [RECORD]: text };
      // GitHub refuses a commit that removes a file which is not there.
      for (const [name, file] of Object.entries(files))
        if (file !== null || (await fileOf(subject, name)) !== null) all[name] = file;
      await refs.commit(`${PREFIX}${subject}`, { files: all, at, message });
    },
    file: fileOf,
    remove: (subject) => refs.remove(`${PREFIX}${subject}`),
  };
  return storeOn(versions, redact);
}

/** GitHub answers 404 for a file that the commit does not hold. */
function absent(error: unknown): null {
  if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404) return null;
  throw error;
}

const VERSION = /^record-(\d{8})\.json$/;
const versionName = (n: number): string => `record-${String(n).padStart(8, '0')}.json`;
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/**
 * Records in a folder. Each version is a file: written under a temporary name, flushed, then linked to its number. A number can be linked
 * only once, which is the compare-and-swap. Older versions are removed afterwards.
 */
export function folderRunStore(root: string, redact: (text: string) => string): RunStore {
  const folderOf = (subject: string) => path.join(root, 'subjects', subject);
  const numbers = async (subject: string): Promise<readonly number[]> => {
    const names = await readdir(folderOf(subject)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    return names
      .flatMap((name) => VERSION.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
  };
  const read = async (subject: string): Promise<{ text: string; at: string } | null> => {
    const last = (await numbers(subject)).at(-1);
    if (last === undefined) return null;
    try {
      return { text: await readFile(path.join(folderOf(subject), versionName(last)), 'utf8'), at: String(last) };
    } catch (error) {
      // A newer version replaced this one meanwhile.
      if (codeOf(error) === 'ENOENT') return read(subject);
      throw error;
    }
  };
  const versions: Versions = {
    async subjects() {
      const found = await readdir(path.join(root, 'subjects')).catch(() => []);
      return found.filter((name) => SUBJECT.test(name)).sort();
    },
    read,
    async write(subject, { text, files, at }) {
      try {
        await writeFiles(folderOf(subject), files);
        await writeVersion(folderOf(subject), { text, number: at === null ? 1 : Number(at) + 1 });
      } catch (error) {
        throw diskFullError(error, root);
      }
      for (const old of (await numbers(subject)).slice(0, -2))
        await rm(path.join(folderOf(subject), versionName(old)), { force: true });
    },
    async file(subject, name) {
      return readFile(path.join(folderOf(subject), name), 'utf8').catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
    },
    remove: (subject) => rm(folderOf(subject), { recursive: true, force: true }),
  };
  return storeOn(versions, redact);
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    if (text === null) await rm(file, { force: true });
    else await writeAtomically(file, text);
  }
}

async function writeVersion(folder: string, { text, number }: { text: string; number: number }): Promise<void> {
  await mkdir(folder, { recursive: true });
  const aside = path.join(folder, `.${randomUUID()}`);
  try {
    await writeFlushed(aside, text);
    await link(aside, path.join(folder, versionName(number)));
    await flushFolder(folder);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Conflict(folder);
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Replaces a file so that a reader sees the old text or the new one, also after a crash. */
export async function writeAtomically(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const aside = path.join(path.dirname(file), `.${randomUUID()}`);
  try {
    await writeFlushed(aside, text);
    await rename(aside, file);
  } finally {
    await rm(aside, { force: true });
  }
}

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

/** Records in memory, for a dry run. */
export function memoryRunStore(): RunStore {
  const records = new Map<string, { text: string; at: number; files: Map<string, string> }>();
  const versions: Versions = {
    subjects: async () => [...records.keys()].sort(),
    async read(subject) {
      const found = records.get(subject);
      return found ? { text: found.text, at: String(found.at) } : null;
    },
    async write(subject, { text, files, at }) {
      const found = records.get(subject);
      if (String(found?.at ?? null) !== String(at)) throw new Conflict(subject);
      const storedFiles = new Map(found?.files ?? []);
      for (const [name, file] of Object.entries(files)) {
        if (file === null) storedFiles.delete(name);
        else storedFiles.set(name, file);
      }
      records.set(subject, { text, at: (found?.at ?? 0) + 1, files: storedFiles });
    },
    file: async (subject, name) => records.get(subject)?.files.get(name) ?? null,
    async remove(subject) {
      records.delete(subject);
    },
  };
  return storeOn(versions, (text) => text);
}
