// The learning ledger: decisions of a task's components and their results, one JSON line each. Append-only. Run and id identify an entry,
// so ledgers of several machines can be merged. Used by src/workflows/task, ledger-query.ts and src/app/pages.ts; created by
// src/services/wire.ts.
import * as z from 'zod';
import type { Refs } from '../ports/index.js';
import { folderLines, type JsonLines, lineText, parseLines, processLines, refsLines } from './json-lines.js';

const entry = z.object({
  entry_id: z.string().regex(/^LEDGER-\d{8}-\d{3,}$/),
  time: z.iso.datetime(),
  run: z.string().min(1),
  component: z.string().min(1),
  event_type: z.string().min(1),
  content: z.string(),
  rationale: z.string(),
});
export type LedgerEntry = Readonly<z.output<typeof entry>>;

/** Reads and appends to the learning ledger. */
export interface Ledger {
  read(): Promise<readonly LedgerEntry[]>;
  /** Appends entries that are not there yet. */
  append(entries: readonly LedgerEntry[]): Promise<void>;
}

/** Parses a ledger. Invalid lines are skipped. */
export const readLedger = (text: string): readonly LedgerEntry[] => parseLines(text, entry);

/** Entries as JSON lines. */
export const ledgerText = (entries: readonly LedgerEntry[]): string => entries.map(lineText).join('');

/** The next id of the day: `LEDGER-yyyymmdd-nnn`. */
export function nextEntryId(entries: readonly Pick<LedgerEntry, 'entry_id'>[], time: string): string {
  const day = time.slice(0, 10).replaceAll('-', '');
  const numbers = entries.flatMap(({ entry_id: id }) =>
    id.startsWith(`LEDGER-${day}-`) ? [Number(id.slice(16))] : [],
  );
  const next = Math.max(0, ...numbers) + 1;
  return `LEDGER-${day}-${String(next).padStart(3, '0')}`;
}

const keyOf = ({ run, entry_id: id }: LedgerEntry): string => `${run} ${id}`;

/** The entries of both, sorted by time. If both have an entry, ours is used. */
export function mergedEntries(ours: readonly LedgerEntry[], theirs: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const all = new Map<string, LedgerEntry>();
  for (const each of [...ours, ...theirs]) if (!all.has(keyOf(each))) all.set(keyOf(each), each);
  return [...all.values()].sort((a, b) => a.time.localeCompare(b.time) || keyOf(a).localeCompare(keyOf(b)));
}

/** The entries that are not known yet. */
const newEntries = (entries: readonly LedgerEntry[], known: readonly LedgerEntry[]): readonly LedgerEntry[] => {
  const keys = new Set(known.map(keyOf));
  return entries.filter((each) => !keys.has(keyOf(each)));
};

const FILE = 'learning.jsonl';

/** The learning ledger in a file. Secrets in entries are redacted. */
function ledgerOn(lines: JsonLines, redact: (text: string) => string): Ledger {
  return {
    read: async () => readLedger(await lines.read()),
    append: (entries) => lines.append((present) => redact(ledgerText(newEntries(entries, readLedger(present))))),
  };
}

/** The ledger of a repository, in `refs/crew/ledger`. */
export const refsLedger = (refs: Refs, redact: (text: string) => string): Ledger =>
  ledgerOn(refsLines(refs, FILE), redact);

/** The ledger of the command line. */
export const folderLedger = (home: string, redact: (text: string) => string): Ledger =>
  ledgerOn(folderLines(home, FILE), redact);

/** The ledger of a job that cannot write to the repository. It reads the repository's entries and its own, and appends to its own. */
export function ledgerOfJob(repository: Pick<Ledger, 'read'>, own: Ledger): Ledger {
  return {
    read: async () => mergedEntries(await repository.read(), await own.read()),
    append: own.append,
  };
}

/** A ledger in this process, for tests. */
export const memoryLedger = (before: readonly LedgerEntry[] = []): Ledger =>
  ledgerOn(processLines(ledgerText(before)), (text) => text);
