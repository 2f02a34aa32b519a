// The learning ledger: decisions of a task's components and their results, one JSON line each. Append-only. Run and id identify an entry,
// so ledgers of several machines can be merged.
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { Conflict } from '../ports/errors.js';
import type { Refs } from '../ports/index.js';

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

export interface Ledger {
  read(): Promise<readonly LedgerEntry[]>;
  /** Appends entries that are not there yet. */
  append(entries: readonly LedgerEntry[]): Promise<void>;
}

/** Parses a ledger. Invalid lines are skipped. */
export function readLedger(text: string): readonly LedgerEntry[] {
  return text.split('\n').flatMap((line) => {
    const read = entry.safeParse(parsed(line));
    return read.success ? [read.data] : [];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export const ledgerText = (entries: readonly LedgerEntry[]): string =>
  entries.map((each) => `${JSON.stringify(each)}\n`).join('');

/** The next id of the day: `LEDGER-yyyymmdd-nnn`. */
export function nextEntryId(entries: readonly Pick<LedgerEntry, 'entry_id'>[], time: string): string {
  const day = time.slice(0, 10).replaceAll('-', '');
  const numbers = entries.flatMap(({ entry_id: id }) =>
    id.startsWith(`LEDGER-${day}-`) ? [Number(id.slice(16))] : [],
  );
  const next = numbers.reduce((most, n) => Math.max(most, n), 0) + 1;
  return `LEDGER-${day}-${String(next).padStart(3, '0')}`;
}

const keyOf = ({ run, entry_id: id }: LedgerEntry): string => `${run} ${id}`;

/** The entries of both, sorted by time. If both have an entry, ours is used. */
export function united(ours: readonly LedgerEntry[], theirs: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const all = new Map<string, LedgerEntry>();
  for (const each of [...ours, ...theirs]) if (!all.has(keyOf(each))) all.set(keyOf(each), each);
  return [...all.values()].sort((a, b) => a.time.localeCompare(b.time) || keyOf(a).localeCompare(keyOf(b)));
}

const missing = (entries: readonly LedgerEntry[], known: readonly LedgerEntry[]): readonly LedgerEntry[] => {
  const keys = new Set(known.map(keyOf));
  return entries.filter((each) => !keys.has(keyOf(each)));
};

const REF = 'crew/ledger';
const FILE = 'learning.jsonl';

/** The ledger of a repository, in `refs/crew/ledger`. A concurrent write is merged and written again. */
export function refsLedger(refs: Refs, redact: (text: string) => string): Ledger {
  const current = async () => {
    const at = await refs.tip(REF);
    return { at, entries: at === null ? [] : readLedger(await textAt(refs, at)) };
  };
  return {
    read: async () => (await current()).entries,
    async append(entries) {
      for (;;) {
        const { at, entries: there } = await current();
        if (missing(entries, there).length === 0) return;
        const files = { [FILE]: redact(ledgerText(united(there, entries))) };
        try {
          await refs.commit(REF, { files, at, message: 'crew: learning ledger' });
          return;
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
        }
      }
    },
  };
}

/** Empty if the commit does not contain the file. */
async function textAt(refs: Refs, at: string): Promise<string> {
  try {
    return (await refs.read(REF, FILE, at))?.text ?? '';
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404) return '';
    throw error;
  }
}

/** The ledger of the command line. Lines are appended in one write, so concurrent processes lose nothing. */
export function folderLedger(home: string, redact: (text: string) => string): Ledger {
  const file = path.join(home, 'ledger', FILE);
  const read = async () => readLedger(await readFile(file, 'utf8').catch(ifAbsent));
  return {
    read,
    async append(entries) {
      const text = redact(ledgerText(missing(entries, await read())));
      if (text === '') return;
      await mkdir(path.dirname(file), { recursive: true });
      await appendFile(file, text);
    },
  };
}

function ifAbsent(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return '';
  throw error;
}

/** The ledger of a job that cannot write to the repository: it reads both and appends to its own, which another job publishes. */
export function ledgerAside(repository: Pick<Ledger, 'read'>, own: Ledger): Ledger {
  return {
    read: async () => united(await repository.read(), await own.read()),
    append: own.append,
  };
}

/** A ledger in memory. */
export function memoryLedger(before: readonly LedgerEntry[] = []): Ledger {
  let all = before;
  return {
    read: async () => all,
    async append(entries) {
      all = [...all, ...missing(entries, all)];
    },
  };
}
