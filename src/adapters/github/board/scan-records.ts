// The record of the last scan, stored in the repository: a commit without parents with one file at `refs/crew/board`, replaced by every
// scan that found something new.
import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ScanRecord, ScanRecords } from '../../../ports/board.js';
import type { Refs } from '../../../ports/index.js';
import type { Client } from '../client.js';
import { replaceRef } from '../refs.js';
import { repoOf } from './relevance.js';
/** Where it is stored. */
export const SCAN_RECORD = { ref: 'crew/board', file: 'scan.json' } as const;
const { ref: REF, file: FILE } = SCAN_RECORD;
const FORMAT = 2;

interface ScanRecordsInput {
  readonly client: Client;
  readonly refs: Refs;
  readonly at: { readonly owner: string; readonly repo: string };
  /** Everyone who can read the repository can fetch the ref, so its content is redacted. */
  readonly redact: (text: string) => string;
}

/** Reads and replaces the record. */
export function scanRecordsIn({ client, refs, at, redact }: ScanRecordsInput): ScanRecords {
  return {
    async read() {
      const found = await refs.read(REF, FILE);
      if (!found) return { record: null, version: null, why: null };
      return { ...parse(found.text), version: found.version };
    },
    async write(record, { version, hidden, repositoryId }) {
      const text = pack(redact(JSON.stringify(without(record, hidden))));
      const tree = [{ path: FILE, mode: '100644' as const, type: 'blob' as const, content: text }];
      const made = await client.rest.git.createTree({ ...at, tree });
      const commit = await client.rest.git.createCommit({
        ...at,
        // The message makes the commit unique, so that two scans with equal records are told apart.
        message: `crew: the last scan of the board\n\nScan: ${randomUUID()}`,
        tree: made.data.sha,
        parents: [],
      });
      await replaceRef(client, at, { ref: REF, before: version, after: commit.data.sha, repositoryId });
      return commit.data.sha;
    },
  };
}

/** Removes facts of private repositories before the record is written to a public one. */
function without(record: ScanRecord, hidden: readonly string[]): ScanRecord {
  if (hidden.length === 0) return record;
  const isShown = (ref: string) => !hidden.includes(ref) && !hidden.includes(repoOf(ref));
  const shown = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(record).filter(([ref]) => isShown(ref)));
  return { ...record, texts: shown(record.texts), issues: shown(record.issues), quiet: record.quiet?.filter(isShown) };
}

/** Longer records are compressed: GraphQL returns at most half a megabyte of a blob's text. */
const LARGE = 400_000;

const pack = (text: string): string =>
  text.length < LARGE ? text : JSON.stringify({ format: FORMAT, packed: gzipSync(text).toString('base64') });

function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('packed' in value)) return value;
  return JSON.parse(gunzipSync(Buffer.from(String(value.packed), 'base64')).toString());
}

function parse(text: string): { readonly record: ScanRecord | null; readonly why: string | null } {
  try {
    const value: unknown = unpack(JSON.parse(text));
    if (isRecord(value)) return { record: value, why: null };
    return { record: null, why: 'it was written in another format, so this scan counts as the first one' };
  } catch {
    return { record: null, why: 'it cannot be read, so this scan counts as the first one' };
  }
}

function isRecord(value: unknown): value is ScanRecord {
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== FORMAT) return false;
  const { at, identities, issues, texts } = value as Partial<Record<keyof ScanRecord, unknown>>;
  const isMap = (each: unknown) => typeof each === 'object' && each !== null;
  return typeof at === 'string' && Array.isArray(identities) && isMap(issues) && isMap(texts);
}
