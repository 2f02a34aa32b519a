import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Entry,
  folderSpending,
  leftToday,
  memorySpending,
  readEntries,
  refsSpending,
  type Spending,
} from '../../src/memory/spending.js';
import { newFolder } from '../build/folder.js';
import { openShop } from '../build/shop.js';

const DAY = '2026-11-18';
const entry = (run: string, kind: Entry['kind'], usd: number, of: Partial<Entry> = {}): Entry => ({
  ...{ kind, run, usd, workflow: 'fix', user: 'maya', repo: 'ann/shop', at: `${DAY}T10:00:00Z` },
  ...of,
});
const asks = { run: 'new', user: 'maya', repo: 'ann/shop', day: DAY, usd: 5 };

describe('what the limits of a day leave for a run', () => {
  it.each<[string, readonly Entry[], Parameters<typeof leftToday>[2], object]>([
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
        const entries = all.map(([run, kind, each]) => entry(run, kind as Entry['kind'], each));
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
