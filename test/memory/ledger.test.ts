import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  folderLedger,
  type LedgerEntry,
  ledgerText,
  memoryLedger,
  nextEntryId,
  readLedger,
  refsLedger,
  united,
} from '../../src/memory/ledger.js';
import { filesNamed, queryLedger, wordsIn } from '../../src/memory/ledger-query.js';
import { Conflict } from '../../src/ports/errors.js';
import type { Refs } from '../../src/ports/index.js';

const same = (text: string): string => text;

function entryOf(n: number, more: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    entry_id: `LEDGER-20261118-${String(n).padStart(3, '0')}`,
    time: '2026-11-18T12:00:00Z',
    run: 'task-7-0123456789',
    component: 'watcher',
    event_type: 'decision',
    content: `pass = true, iteration = ${n}`,
    rationale: 'read the change',
    ...more,
  };
}

const someEntry = fc
  .record({
    n: fc.integer({ min: 1, max: 30 }),
    run: fc.constantFrom('task-1-aaaaaaaaaa', 'task-2-bbbbbbbbbb', 'task-3-cccccccccc'),
    minute: fc.integer({ min: 10, max: 59 }),
  })
  .map(({ n, run, minute }) => entryOf(n, { run, time: `2026-11-18T12:${minute}:00Z` }));

describe('entry ids', () => {
  it('count from 001 on each day, and go on beyond 999', () => {
    expect(nextEntryId([], '2026-11-18T12:00:00Z')).toBe('LEDGER-20261118-001');
    expect(nextEntryId([entryOf(7), entryOf(3)], '2026-11-18T23:59:59Z')).toBe('LEDGER-20261118-008');
    expect(nextEntryId([entryOf(7)], '2026-11-19T00:00:00Z')).toBe('LEDGER-20261119-001');
    expect(nextEntryId([entryOf(999)], '2026-11-18T12:00:00Z')).toBe('LEDGER-20261118-1000');
  });
});

describe('the union of two ledgers', () => {
  const names = (of: readonly LedgerEntry[]) => of.map(({ run, entry_id }) => `${run} ${entry_id}`);

  it('holds every entry of both once, whichever comes first', () => {
    fc.assert(
      fc.property(fc.array(someEntry), fc.array(someEntry), (a, b) => {
        const both = names(united(a, b));
        expect(new Set(both)).toEqual(new Set([...names(a), ...names(b)]));
        expect(both).toHaveLength(new Set(both).size);
        expect([...names(united(b, a))].sort()).toEqual([...both].sort());
      }),
    );
  });

  it('keeps entries of two runs that took the same number on two machines', () => {
    const [a, b] = [entryOf(1), entryOf(1, { run: 'task-8-9876543210' })];
    expect(united([a], [b])).toHaveLength(2);
  });
});

describe('lines of a ledger', () => {
  it('are read as they were written, and a line of another form is passed over', () => {
    fc.assert(fc.property(fc.array(someEntry), (all) => expect(readLedger(ledgerText(all))).toEqual(all)));
    expect(readLedger(`nonsense\n${ledgerText([entryOf(1)])}{"entry_id":"x"}\n{"torn":`)).toEqual([entryOf(1)]);
  });
});

describe('the ledger in a folder', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'crew-ledger-'));
  });
  afterAll(() => rm(home, { recursive: true }));

  it('loses nothing when two runs append at once, and writes nothing twice', async () => {
    const one = Array.from({ length: 20 }, (_, n) => entryOf(n + 1));
    const two = one.map((each) => ({ ...each, run: 'task-8-9876543210' }));
    const [a, b] = [folderLedger(home, same), folderLedger(home, same)];
    await Promise.all(one.flatMap((each, n) => [a.append([each]), b.append([two[n] ?? each])]));
    expect(await a.read()).toHaveLength(40);
    await b.append(one);
    expect(await a.read()).toHaveLength(40);
  });

  it('redacts what it writes', async () => {
    const secret = folderLedger(path.join(home, 'redacted'), (text) => text.replaceAll('hunter2', '[redacted]'));
    await secret.append([entryOf(1, { content: 'password hunter2' })]);
    expect(await secret.read()).toEqual([entryOf(1, { content: 'password [redacted]' })]);
  });

  it('says so where the folder cannot be read', async () => {
    const file = path.join(home, 'a-file');
    await writeFile(file, '');
    await expect(folderLedger(file, same).read()).rejects.toThrow();
  });
});

/** A ref that refuses a write which is not on top of its last commit. */
function refsOf(): Pick<Refs, 'tip' | 'read' | 'commit'> {
  let at: string | null = null;
  const texts = new Map<string, string>();
  return {
    tip: async () => at,
    read: async (_, file, commit) => ({ text: texts.get(`${commit} ${file}`) ?? '', at: commit ?? '' }),
    async commit(_, change) {
      if (change.at !== at) throw new Conflict('refs/crew/ledger');
      at = String(Number(at ?? 0) + 1);
      for (const [file, text] of Object.entries(change.files)) texts.set(`${at} ${file}`, text ?? '');
      return at;
    },
  };
}

describe('the ledger in a ref', () => {
  it('loses nothing when two runs append at once', async () => {
    const refs = refsOf() as Refs;
    const [a, b] = [refsLedger(refs, same), refsLedger(refs, same)];
    const mine = Array.from({ length: 8 }, (_, n) => entryOf(n + 1));
    const theirs = mine.map((each) => ({ ...each, run: 'task-8-9876543210' }));
    await Promise.all(mine.flatMap((each, n) => [a.append([each]), b.append([theirs[n] ?? each])]));
    expect(await a.read()).toHaveLength(16);
  });

  it('makes no commit for what is there', async () => {
    const refs = refsOf() as Refs;
    const ledger = refsLedger(refs, same);
    await ledger.append([entryOf(1)]);
    const tip = await refs.tip('crew/ledger');
    await ledger.append([entryOf(1)]);
    expect(await refs.tip('crew/ledger')).toBe(tip);
  });
});

describe('ledger-query', () => {
  const now = Date.parse('2026-11-18T12:00:00Z');
  const about = (n: number, content: string, time = '2026-11-18T12:00:00Z') =>
    entryOf(n, { content, rationale: '', time });
  const ids = (found: ReturnType<typeof queryLedger>) => found.map(({ entry }) => Number(entry.entry_id.slice(-3)));

  it('finds entries that share words, the rarer word first', () => {
    const entries = [
      about(1, 'the parser of dates'),
      about(2, 'the parser of numbers'),
      about(3, 'a parser'),
      about(4, 'colours'),
    ];
    expect(ids(queryLedger(entries, { text: 'fix the date parser: dates', now }))).toEqual([1, 2, 3]);
  });

  it('finds Japanese words', () => {
    const entries = [about(1, '認証の設計を決めた'), about(2, '配色を変えた')];
    expect(ids(queryLedger(entries, { text: '認証のバグ', now }))).toEqual([1]);
  });

  it('takes a word of Latin letters only whole', () => {
    expect(queryLedger([about(1, 'category')], { text: 'cat', now })).toEqual([]);
  });

  it('prefers entries about the same files, of the same kind, and newer ones', () => {
    const old = '2025-11-18T12:00:00Z';
    const entries = [
      about(1, 'parser', old),
      about(2, 'parser'),
      about(3, 'parser in src/date.ts', old),
      about(4, 'parser, task_type = design', old),
    ];
    const found = queryLedger(entries, { text: 'parser', kind: ['design'], files: ['src/date.ts'], now });
    expect(ids(found)).toEqual([3, 4, 2, 1]);
    expect(found.every(({ score }) => score > 0 && score <= 1)).toBe(true);
  });

  it('finds nothing where nothing is shared, and at most what was asked for', () => {
    expect(queryLedger([about(1, 'a')], { text: 'zebra', now })).toEqual([]);
    const many = Array.from({ length: 50 }, (_, n) => about(n + 1, 'parser'));
    expect(queryLedger(many, { text: 'parser', now })).toHaveLength(5);
    expect(queryLedger(many, { text: 'parser', now, most: 7 })).toHaveLength(7);
  });

  it('takes any query and any ledger', () => {
    fc.assert(
      fc.property(fc.array(someEntry), fc.string(), (entries, text) => {
        expect(queryLedger(entries, { text, now }).length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('reads words and files of a request', () => {
    expect(wordsIn('Please fix the parser in src/date.ts')).toEqual(expect.arrayContaining(['fix', 'parser']));
    expect(filesNamed('see src/date.ts and README.md, not etc.')).toEqual(['src/date.ts', 'README.md']);
  });
});

describe('a ledger in memory', () => {
  it('keeps what was appended', async () => {
    const ledger = memoryLedger([entryOf(1)]);
    await ledger.append([entryOf(1), entryOf(2)]);
    expect(await ledger.read()).toEqual([entryOf(1), entryOf(2)]);
  });
});
