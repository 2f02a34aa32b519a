import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { folderStore } from '../../src/adapters/store/folder.js';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { grant, leftToday, readLedger, settle } from '../../src/agent/ledger.js';
import { newFolder } from '../build/folder.js';

const asked = { day: '2026-11-18', run: 'fix-7-abc', user: 'maya', repo: 'ann/shop', usd: 3 };

describe('a grant', () => {
  it('is what was asked for where nothing limits it', async () => {
    expect(await grant(memoryStore(), { asked, limits: {} })).toMatchObject({ usd: 3 });
  });

  it('is what the person and the repository have left today, the lesser of the two', async () => {
    const store = memoryStore();
    const limits = { userUsd: 5, repositoryUsd: 6 };
    await grant(store, { asked: { ...asked, run: 'fix-1' }, limits });
    expect(await grant(store, { asked: { ...asked, run: 'fix-2' }, limits })).toMatchObject({ usd: 2 });
    expect(await grant(store, { asked: { ...asked, run: 'fix-3' }, limits })).toMatchObject({ usd: 0 });
    expect(await grant(store, { asked: { ...asked, run: 'fix-4', user: 'noah' }, limits })).toMatchObject({ usd: 1 });
    expect(
      await grant(store, { asked: { ...asked, run: 'fix-5', repo: 'ann/other', user: 'eve' }, limits }),
    ).toMatchObject({ usd: 3 });
  });

  it('gives back what a run did not need when it is settled', async () => {
    const store = memoryStore();
    const limits = { userUsd: 5 };
    await grant(store, { asked, limits });
    await settle(store, { ...asked, usd: 0.5 });
    expect(await grant(store, { asked: { ...asked, run: 'fix-8', usd: 9 }, limits })).toMatchObject({ usd: 4.5 });
  });

  it('asked for again is the run’s own, and may be raised', async () => {
    const store = memoryStore();
    const limits = { userUsd: 5 };
    await grant(store, { asked, limits });
    expect(await grant(store, { asked, limits })).toMatchObject({ usd: 3 });
    expect(await grant(store, { asked: { ...asked, usd: 9 }, limits })).toMatchObject({ usd: 5 });
  });

  it('is of its day', async () => {
    const store = memoryStore();
    await grant(store, { asked, limits: { userUsd: 3 } });
    const tomorrow = { ...asked, day: '2026-11-19', run: 'fix-9' };
    expect(await grant(store, { asked: tomorrow, limits: { userUsd: 3 } })).toMatchObject({ usd: 3 });
  });

  it('is never more than a day holds, however many ask at the same moment', async () => {
    const store = folderStore(await newFolder());
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        grant(store, { asked: { ...asked, run: `fix-${n}` }, limits: { userUsd: 10 } }),
      ),
    );
    expect(all.reduce((sum, { usd }) => sum + usd, 0)).toBe(10);
  });
});

describe('the ledger', () => {
  it('passes over lines that are none, and loses nothing else', async () => {
    const line = JSON.stringify({ ...asked, settled: true });
    expect(readLedger(`${line}\n\n5\n{"day":\nnull\n${line}\n`)).toHaveLength(2);
  });

  it('never says that less than nothing is left', () => {
    const entry = fc.record({
      day: fc.constantFrom('2026-11-17', '2026-11-18'),
      run: fc.constantFrom('fix-1', 'fix-2', 'fix-3'),
      user: fc.constantFrom('maya', 'noah'),
      repo: fc.constantFrom('ann/shop', 'ann/other'),
      usd: fc.double({ min: 0, max: 10, noNaN: true }),
      settled: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(entry), fc.double({ min: 0, max: 10, noNaN: true }), (entries, userUsd) => {
        const left = leftToday(entries, asked, { userUsd }).usd;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(userUsd);
      }),
    );
  });
});
