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
  mergedEntries,
  nextEntryId,
  readLedger,
  refsLedger,
} from '../../src/memory/ledger.js';
import { filesNamed, queryLedger, wordsIn } from '../../src/memory/ledger-query.js';
import {
  folderSpending,
  leftToday,
  memorySpending,
  readEntries,
  refsSpending,
  type Spending,
  type SpendingEntry,
} from '../../src/memory/spending.js';
import { Conflict } from '../../src/ports/errors.js';
import type { Refs } from '../../src/ports/index.js';
import { newFolder } from '../build/folder.js';
import { openShop } from '../build/shop.js';

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
        const both = names(mergedEntries(a, b));
        expect(new Set(both)).toEqual(new Set([...names(a), ...names(b)]));
        expect(both).toHaveLength(new Set(both).size);
        expect([...names(mergedEntries(b, a))].sort()).toEqual([...both].sort());
      }),
    );
  });

  it('keeps entries of two runs that took the same number on two machines', () => {
    const [a, b] = [entryOf(1), entryOf(1, { run: 'task-8-9876543210' })];
    expect(mergedEntries([a], [b])).toHaveLength(2);
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
    read: async (_, file, commit) => ({ text: texts.get(`${commit} ${file}`) ?? '', version: commit ?? '' }),
    async commit(_, change) {
      if (change.version !== at) throw new Conflict('refs/crew/ledger');
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

const DAY = '2026-11-18';
const entry = (
  run: string,
  kind: SpendingEntry['kind'],
  usd: number,
  of: Partial<SpendingEntry> = {},
): SpendingEntry => ({
  ...{ kind, run, usd, workflow: 'fix', user: 'maya', repo: 'ann/shop', at: `${DAY}T10:00:00Z` },
  ...of,
});
const asks = { run: 'new', user: 'maya', repo: 'ann/shop', day: DAY, usd: 5 };

describe('what the limits of a day leave for a run', () => {
  it.each<[string, readonly SpendingEntry[], Parameters<typeof leftToday>[2], object]>([
    ['all of it without a limit', [entry('a', 'ended', 99)], {}, { usd: 5 }],
    ['all of it where enough is left', [entry('a', 'ended', 5)], { userUsd: 10 }, { usd: 5 }],
    ['the rest', [entry('a', 'ended', 7)], { userUsd: 10 }, { usd: 3, by: 'user-day' }],
    ['nothing, never less', [entry('a', 'ended', 70)], { userUsd: 10 }, { usd: 0, by: 'user-day' }],
    ['a reservation counts in full', [entry('a', 'reserved', 8)], { userUsd: 10 }, { usd: 2, by: 'user-day' }],
    [
      'until the run has ended: then what it spent counts',
      [entry('a', 'reserved', 8), entry('a', 'ended', 1)],
      { userUsd: 10 },
      { usd: 5 },
    ],
    ['its own reservation does not count', [entry('new', 'reserved', 9)], { userUsd: 10 }, { usd: 5 }],
    [
      'another day does not count',
      [entry('a', 'ended', 9, { at: '2026-11-17T23:59:59Z' })],
      { userUsd: 10 },
      { usd: 5 },
    ],
    [
      'what a continued run spent on another day does not count',
      [entry('a', 'ended', 6, { at: '2026-11-17T10:00:00Z' }), entry('a', 'ended', 8)],
      { userUsd: 6 },
      { usd: 4, by: 'user-day' },
    ],
    ['another user does not count', [entry('a', 'ended', 9, { user: 'sam' })], { userUsd: 10 }, { usd: 5 }],
    [
      'another user counts for the repository',
      [entry('a', 'ended', 9, { user: 'sam' })],
      { userUsd: 10, repositoryUsd: 10 },
      { usd: 1, by: 'repository-day' },
    ],
    [
      'another repository counts for the user',
      [entry('a', 'ended', 9, { repo: 'ann/other' })],
      { userUsd: 10, repositoryUsd: 10 },
      { usd: 1, by: 'user-day' },
    ],
  ])('%s', (_, entries, limits, left) => {
    expect(leftToday(entries, asks, limits)).toEqual(left);
  });

  it('is never more than was asked for, nor than either limit leaves', () => {
    const usd = fc.double({ min: 0, max: 50, noNaN: true });
    const some = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('reserved', 'ended'), usd));
    fc.assert(
      fc.property(some, usd, usd, (all, userUsd, repositoryUsd) => {
        const entries = all.map(([run, kind, each]) => entry(run, kind as SpendingEntry['kind'], each));
        const left = leftToday(entries, asks, { userUsd, repositoryUsd });
        const last = new Map(entries.map((each) => [each.run, each.usd]));
        const spent = [...last.values()].reduce((sum, each) => sum + each, 0);
        expect(left.usd).toBeLessThanOrEqual(asks.usd);
        expect(left.usd).toBeGreaterThanOrEqual(0);
        if (left.usd > 0) expect(left.usd).toBeLessThanOrEqual(Math.min(userUsd, repositoryUsd) - spent + 1e-9);
      }),
    );
  });
});

describe('a ledger', () => {
  const ledgers: readonly [string, () => Promise<() => Spending>][] = [
    ['in memory', async () => sameOf(memorySpending())],
    [
      'in a folder',
      async () => {
        const home = await newFolder();
        return () => folderSpending(home);
      },
    ],
    [
      'in a repository',
      async () => {
        const environment = await openShop();
        return () => refsSpending(environment.github().refs);
      },
    ],
  ];

  it.each(ledgers)('%s has every line of everybody who writes at once, in order', async (_, open) => {
    const ledger = await open();
    expect(await ledger().read()).toEqual([]);
    await Promise.all(['a', 'b', 'c', 'd'].map((run, n) => ledger().append(entry(run, 'ended', n))));
    await ledger().append(entry('e', 'ended', 1, { pull: 7 }));
    const read = await ledger().read();
    expect(new Set(read.map(({ run }) => run))).toEqual(new Set(['a', 'b', 'c', 'd', 'e']));
    expect(read.at(-1)).toEqual(entry('e', 'ended', 1, { pull: 7 }));
  });

  it('of a repository never lets two gates reserve the same money at once', async () => {
    const environment = await openShop();
    const ledger = refsSpending(environment.github().refs);
    const reserve = (run: string) =>
      ledger.append((present) => entry(run, 'reserved', leftToday(present, { ...asks, run }, { userUsd: 12 }).usd));
    await Promise.all(['a', 'b', 'c', 'd'].map(reserve));
    const reserved = (await ledger.read()).map(({ usd }) => usd);
    expect(reserved).toEqual([5, 5, 2, 0]);
  });

  it('passes over lines of another form', () => {
    const good = JSON.stringify(entry('a', 'ended', 1));
    const text = ['', 'nonsense', 'null', good.replace('"usd":1', '"usd":-1'), good.replace('ended', 'won'), good].join(
      '\n',
    );
    expect(readEntries(text)).toEqual([entry('a', 'ended', 1)]);
  });
});

const sameOf = (one: Spending) => () => one;
