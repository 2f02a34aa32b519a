// Removes forgotten text from stored runs: from records and journals in refs, and from every file in CREW_HOME. A run that works meanwhile may
// write the text again. Used by `forget` of the memory, through src/services/wire.ts.

import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomically } from '../files/durable.js';
import { Conflict } from '../ports/errors.js';
import type { Refs } from '../ports/index.js';
import { parseRecord } from './record.js';
import { journalFile } from './services.js';

/** Returns the text without what is to be removed. */
type Scrub = (text: string) => string;

const PREFIX = 'crew/subjects/';
const RECORD = 'record.json';

/** Rewrites each subject that contains such text as one commit without a parent, so that no earlier version can be reached. */
export async function scrubRefs(refs: Refs, scrub: Scrub): Promise<void> {
  for (const ref of await refs.list(PREFIX)) {
    while (!(await scrubRef(refs, ref, scrub))) {
      // Another process wrote in between: read again.
    }
  }
}

async function scrubRef(refs: Refs, ref: string, scrub: Scrub): Promise<boolean> {
  const at = await refs.tip(ref);
  const record = at === null ? null : await refs.read(ref, RECORD, at);
  if (at === null || record === null) return true;
  const journals = parseRecord(ref.slice(PREFIX.length), record.text).runs.map(({ run }) => journalFile(run));
  const files: Record<string, string> = {};
  for (const file of [RECORD, ...journals]) {
    const text = (await refs.read(ref, file, at))?.text ?? '';
    const scrubbed = scrub(text);
    if (scrubbed !== text) files[file] = scrubbed;
  }
  if (Object.keys(files).length === 0) return true;
  try {
    await refs.replace(ref, { files, version: at, message: `crew: runs of ${ref.slice(PREFIX.length)}` });
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}

const MAX_FILE_BYTES = 50_000_000;
/** Folders that are not scrubbed: the memory deletes from its own files. */
const SKIPPED_FOLDERS = new Set(['memory']);

/** Scrubs every file below CREW_HOME, except larger ones. */
export async function scrubFolder(home: string, scrub: Scrub): Promise<void> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || SKIPPED_FOLDERS.has(path.relative(home, file).split(path.sep)[0] ?? '')) continue;
    if ((await stat(file)).size > MAX_FILE_BYTES) continue;
    const text = await readFile(file, 'utf8');
    const scrubbed = scrub(text);
    if (scrubbed !== text) await writeAtomically(file, scrubbed);
  }
}
