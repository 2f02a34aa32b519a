import { beforeEach, describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { openRun } from '../../src/core/run.js';
import { runNames, runsOf } from '../../src/core/runs.js';
import { AWAITED_IN_VAIN } from '../../src/core/word.js';
import type { Store } from '../../src/ports.js';
import { type QuickClock, quickClock } from '../build/clock.js';
import { deskOf } from '../build/desk.js';

let store: Store;
let clock: QuickClock;
beforeEach(() => {
  store = memoryStore();
  clock = quickClock();
});

async function begin(run: string, of: { repo?: string; issue?: number; ends?: 'done' | 'stuck' } = {}): Promise<void> {
  const { repo = 'ann/shop', issue, ends } = of;
  const opened = await openRun(deskOf({ store, clock }), { run, workflow: 'fix', story: 1, input: {}, repo, issue });
  if (opened.is === 'open' && ends) await opened.run.end({ outcome: ends });
  clock.pass(60_000);
}

const seen = async (of: Partial<Parameters<typeof runsOf>[1]> = {}) =>
  (await runsOf(store, { now: clock.now(), ...of })).map(({ run }) => run);

describe('the runs of a store', () => {
  it('are told newest first, with how they stand', async () => {
    await begin('fix-7-a', { issue: 7, ends: 'done' });
    await begin('fix-8-b', { issue: 8, ends: 'stuck' });
    await begin('fix-7-c', { issue: 7 });
    expect(await runsOf(store, { now: clock.now() })).toMatchObject([
      { run: 'fix-7-c', status: 'running', startedAt: '2026-11-18T12:02:00Z' },
      { run: 'fix-8-b', status: 'stuck', startedAt: '2026-11-18T12:01:00Z' },
      { run: 'fix-7-a', status: 'succeeded', startedAt: '2026-11-18T12:00:00Z' },
    ]);
  });

  it('that waited in vain are cancelled here as they are everywhere', async () => {
    const desk = deskOf({ store, clock });
    const opened = await openRun(desk, { run: 'fix-7-a', workflow: 'fix', story: 1, input: {} });
    const awaits = { id: 'q-1', kind: 'question', question: 'Which?' } as const;
    if (opened.is === 'open') await opened.run.end({ outcome: 'awaiting', awaits });
    expect(await runsOf(store, { now: clock.now() })).toMatchObject([{ status: 'awaiting', awaits }]);
    clock.pass(AWAITED_IN_VAIN + 1);
    const [late] = await runsOf(store, { now: clock.now() });
    expect(late).toMatchObject({ status: 'cancelled' });
    expect(late).not.toHaveProperty('awaits');
  });

  it('are those of an issue when one is named, and not of one whose number begins like it', async () => {
    await begin('fix-7-a', { issue: 7 });
    await begin('fix-71-b', { issue: 71 });
    expect(await seen({ issue: 7 })).toEqual(['fix-7-a']);
  });

  it('are those of a repository when one is named', async () => {
    await begin('fix-7-a', { repo: 'ann/shop', issue: 7 });
    await begin('fix-7-b', { repo: 'ann/shed', issue: 7 });
    expect(await seen({ repo: 'ann/shed' })).toEqual(['fix-7-b']);
  });

  it('are not hidden by one whose journal is damaged or empty', async () => {
    await begin('fix-7-a');
    await store.append('runs/fix-7-b', 'rubbish\n', null);
    await store.append('runs/fix-7-c', 'torn', null);
    expect(await seen()).toEqual(['fix-7-a']);
    expect(await runNames(store)).toEqual(['fix-7-a', 'fix-7-b', 'fix-7-c']);
  });

  it('are not the leases beside them', async () => {
    await store.append('lease/issue-7', '{}\n', null);
    expect(await runNames(store)).toEqual([]);
  });
});
