// Implements the port ScanRecords, for adapters/github/index.ts: the record of the last scan, a commit without parents and with one file at
// `refs/crew/board`. Every scan that found something new replaces it.
import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ScanRecord, ScanRecords } from '../../../ports/board.js';
import type { Refs } from '../../../ports/index.js';
import type { Client, RepositoryName } from '../client.js';
import { replaceRef } from '../refs.js';
import { repoOf } from './relevance.js';

/** The ref and the file of the record. */
export const SCAN_RECORD = { ref: 'crew/board', file: 'scan.json' } as const;
const { ref: REF, file: FILE } = SCAN_RECORD;
const FORMAT = 2;

interface ScanRecordsInput {
  readonly client: Client;
  readonly refs: Refs;
  readonly repository: RepositoryName;
  /** Everyone who can read the repository can fetch the ref, so its content is redacted. */
  readonly redact: (text: string) => string;
}

/** Reads and replaces the record. */
export function scanRecordsIn({ client, refs, repository, redact }: ScanRecordsInput): ScanRecords {
  return {
    async read() {
      const stored = await refs.read(REF, FILE);
      if (!stored) return { record: null, version: null, why: null };
      return { ...parse(stored.text), version: stored.version };
    },
    async write(record, { version, hidden, repositoryId }) {
      const text = pack(redact(JSON.stringify(withoutHidden(record, hidden))));
      const tree = [{ path: FILE, mode: '100644' as const, type: 'blob' as const, content: text }];
      const createdTree = await client.rest.git.createTree({ ...repository, tree });
      const commit = await client.rest.git.createCommit({
        ...repository,
        // The message makes the commit unique, so that two scans with equal records are told apart.
        message: `crew: the last scan of the board\n\nScan: ${randomUUID()}`,
        tree: createdTree.data.sha,
        parents: [],
      });
      await replaceRef(client, repository, { ref: REF, before: version, after: commit.data.sha, repositoryId });
      return commit.data.sha;
    },
  };
}

/** Removes facts of private repositories before the record is written to a public one. `hidden`: references of issues, or whole repositories. */
function withoutHidden(record: ScanRecord, hidden: readonly string[]): ScanRecord {
  if (hidden.length === 0) return record;
  const isVisible = (issueRef: string) => !hidden.includes(issueRef) && !hidden.includes(repoOf(issueRef));
  const visibleEntries = <T>(map: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(map).filter(([issueRef]) => isVisible(issueRef)));
  return {
    ...record,
    texts: visibleEntries(record.texts),
    issues: visibleEntries(record.issues),
    quiet: record.quiet?.filter(isVisible),
  };
}

/** A longer record is compressed: GraphQL returns at most half a megabyte of a blob's text. */
const MAX_PLAIN_LENGTH = 400_000;

const pack = (text: string): string =>
  text.length < MAX_PLAIN_LENGTH ? text : JSON.stringify({ format: FORMAT, packed: gzipSync(text).toString('base64') });

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
