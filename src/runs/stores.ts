// The RunStores, where records are kept: a folder for the command line, refs of the repository for GitHub, memory for a dry run. Used by
// src/services/wire.ts.

import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { diskFullError, ifMissing, type Version, versionsIn, writeAtomically } from '../files/durable.js';
import { Conflict } from '../ports/errors.js';
import type { Refs } from '../ports/index.js';
import type { RecordFiles, RunStore, SubjectRecord } from '../ports/run.js';
import { mapStrings } from '../text/json.js';
import { emptyRecord, parseRecord, recordText } from './record.js';

const RECORD = 'record.json';
const SUBJECT = /^(?:issue-\d+|pr-\d+|tree)$/;

/** Versioned storage of records. `at` identifies the version that was read; null if there was none. */
interface Versions {
  subjects(): Promise<readonly string[]>;
  read(subject: string): Promise<Version | null>;
  /** Throws Conflict if the record is no longer at `at`. */
  write(subject: string, content: { text: string; files: RecordFiles; at: string | null }): Promise<void>;
  file(subject: string, name: string): Promise<string | null>;
  remove(subject: string): Promise<void>;
}

/** A RunStore on versioned storage. `update` reads, changes, compares and swaps; after a conflict it starts again. */
function storeOn(versions: Versions, redact: (text: string) => string): RunStore {
  const current = async (subject: string): Promise<{ record: SubjectRecord; at: string | null }> => {
    if (!SUBJECT.test(subject)) throw new Error(`not a subject: ${subject}`);
    const found = await versions.read(subject);
    return found
      ? { record: parseRecord(subject, found.text), at: found.version }
      : { record: emptyRecord(subject), at: null };
  };
  return {
    subjects: versions.subjects,
    read: async (subject) => (await current(subject)).record,
    async update(subject, change) {
      for (;;) {
        const { record: before, at } = await current(subject);
        const { record, files = {}, value } = change(before);
        if (record === 'unchanged' && Object.keys(files).length === 0) return value;
        const text = recordText(mapStrings(record === 'unchanged' ? before : record, redact));
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

/** Records in `refs/crew/subjects/<subject>` of a repository, with their files in the same commit. */
export function refsRunStore(refs: Refs, redact: (text: string) => string): RunStore {
  const PREFIX = 'crew/subjects/';
  const fileOf = async (subject: string, name: string) => (await refs.read(`${PREFIX}${subject}`, name))?.text ?? null;
  const versions: Versions = {
    subjects: async () => (await refs.list(PREFIX)).map((ref) => ref.slice(PREFIX.length)).sort(),
    read: (subject) => refs.read(`${PREFIX}${subject}`, RECORD),
    async write(subject, { text, files, at }) {
      const message = `crew: runs of ${subject}`;
      const all: Record<string, string | null> = { [RECORD]: text };
      // GitHub refuses a commit that removes a file which is not there.
      for (const [name, file] of Object.entries(files))
        if (file !== null || (await fileOf(subject, name)) !== null) all[name] = file;
      await refs.commit(`${PREFIX}${subject}`, { files: all, version: at, message });
    },
    file: fileOf,
    remove: (subject) => refs.remove(`${PREFIX}${subject}`),
  };
  return storeOn(versions, redact);
}

/** Records in a folder. The files of a run are written before the record that names it. */
export function folderRunStore(root: string, redact: (text: string) => string): RunStore {
  const folderOf = (subject: string) => path.join(root, 'subjects', subject);
  const recordIn = (subject: string) => versionsIn(folderOf(subject), { name: 'record', extension: 'json' });
  const versions: Versions = {
    async subjects() {
      const found = await readdir(path.join(root, 'subjects')).catch(() => []);
      return found.filter((name) => SUBJECT.test(name)).sort();
    },
    read: (subject) => recordIn(subject).read(),
    async write(subject, { text, files, at }) {
      try {
        for (const [name, file] of Object.entries(files)) {
          if (file === null) await rm(path.join(folderOf(subject), name), { force: true });
          else await writeAtomically(path.join(folderOf(subject), name), file);
        }
        await recordIn(subject).write(text, at);
      } catch (error) {
        throw diskFullError(error, root);
      }
    },
    file: (subject, name) =>
      readFile(path.join(folderOf(subject), name), 'utf8').catch((error) => ifMissing(error, null)),
    remove: (subject) => rm(folderOf(subject), { recursive: true, force: true }),
  };
  return storeOn(versions, redact);
}

/** Records in memory, for a dry run. */
export function memoryRunStore(): RunStore {
  const records = new Map<string, { text: string; at: number; files: Map<string, string> }>();
  const versions: Versions = {
    subjects: async () => [...records.keys()].sort(),
    async read(subject) {
      const found = records.get(subject);
      return found ? { text: found.text, version: String(found.at) } : null;
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
