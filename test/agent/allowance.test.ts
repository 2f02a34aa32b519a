import { beforeEach, describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { type AllowanceOf, allowanceOf } from '../../src/agent/allowance.js';
import { readLedger } from '../../src/agent/ledger.js';
import { raised } from '../../src/agent/limits.js';
import { runAgent } from '../../src/agent/run.js';
import { hear } from '../../src/core/hear.js';
import { openRun, type Run } from '../../src/core/run.js';
import type { Said } from '../../src/core/word.js';
import type { Store } from '../../src/ports.js';
import { type QuickClock, quickClock } from '../build/clock.js';
import { deskOf } from '../build/desk.js';
import { answers, calls, jobOf, role, says, scripted } from './at-work.js';

let store: Store;
let shared: Store;
let clock: QuickClock;
beforeEach(() => {
  store = memoryStore();
  shared = memoryStore();
  clock = quickClock();
});

let words = 0;
const say = async (run: string, said: Said) => {
  words += 1;
  expect(await hear(deskOf({ store, clock }), run, { key: `word-${words}`, by: { login: 'maya' }, ...said })).toBe(
    'heard',
  );
};

/** A life of a run; each is another process. */
async function lifeOf(run: string, name = 'one'): Promise<Run> {
  const gone = ['one', 'two', 'three'].filter((other) => other !== name);
  const opened = await openRun(deskOf({ store, clock, name, gone }), { run, workflow: 'fix', story: 1, input: {} });
  if (opened.is !== 'open') throw new Error(`the run is ${opened.is}`);
  return opened.run;
}

const allowed = (run: Run, of: Partial<AllowanceOf> = {}) =>
  allowanceOf({ run, shared, clock, budget: { 'user-usd-per-day': 5 }, user: 'maya', repo: 'ann/shop', usd: 3, ...of });

/** A step that was paid for, as an agent's turns are. */
async function paid(
  run: Run,
  { name, usd, from }: { name: string; usd: number; from: Awaited<ReturnType<typeof allowed>> },
) {
  const tokens = { in: 1, out: 1, cacheRead: 0, cacheWrite: 0 };
  await run.step(
    name,
    async () => usd,
    () => ({ usd, tokens }),
  );
  from.purse.spend(usd);
}

const DAY = 24 * 60 * 60_000;
const WAITS = { outcome: 'awaiting', awaits: { id: 'b-1', kind: 'budget', question: 'More?' } } as const;

describe('the day limit', () => {
  it('holds for a run that waited while others spent what it had given back', async () => {
    const first = await lifeOf('fix-1');
    const own = await allowed(first);
    expect(own.purse.limitUsd).toBe(3);
    await paid(first, { name: 'turn 1', usd: 1, from: own });
    await own.settle();
    await first.end(WAITS);
    const other = await allowed(await lifeOf('fix-2'), { usd: 9 });
    expect(other.purse.limitUsd).toBe(4);

    await say('fix-1', { is: 'continue' });
    const again = await allowed(await lifeOf('fix-1', 'two'));
    expect(again.purse.limitUsd).toBe(1);
    expect(again.purse.dayOf()).toBe('user-day');
  });

  it('is of the day on which it goes on, and what was spent before is not granted twice', async () => {
    const first = await lifeOf('fix-1');
    const own = await allowed(first, { usd: 8 });
    expect(own.purse.limitUsd).toBe(5);
    expect(own.purse.dayOf()).toBe('user-day');
    await paid(first, { name: 'turn 1', usd: 5, from: own });
    await own.settle();
    await first.end(WAITS);

    clock.pass(DAY);
    await say('fix-1', { is: 'continue' });
    const second = await lifeOf('fix-1', 'two');
    const next = await allowed(second, { usd: 8 });
    next.purse.spend(5);
    expect(next.purse.leftUsd()).toBe(3);
    expect(next.purse.dayOf()).toBeUndefined();
    await paid(second, { name: 'turn 2', usd: 2, from: next });
    await next.settle();
    const today = readLedger((await shared.read('ledger/2026-11-19'))?.text ?? '');
    expect(today.at(-1)).toMatchObject({ run: 'fix-1', usd: 2, settled: true });
  });

  it('of the repository is named where it is the lesser', async () => {
    const { purse } = await allowed(await lifeOf('fix-1'), {
      budget: { 'user-usd-per-day': 5, 'repository-usd-per-day': 2 },
    });
    expect([purse.limitUsd, purse.dayOf()]).toEqual([2, 'repository-day']);
  });

  it('ends an agent with its own reason', async () => {
    const run = await lifeOf('fix-1');
    const { purse } = await allowed(run, { budget: { 'user-usd-per-day': 0 } });
    const job = await jobOf({ model: scripted([]), budget: purse, run });
    expect(await runAgent(job)).toMatchObject({ ended: 'budget', why: 'user-day', turns: 0 });
  });
});

describe('what is added to a run', () => {
  it('while it works is there at its next turn, and lets it go on', async () => {
    const run = await lifeOf('fix-1');
    const allowance = await allowed(run, { usd: 2 });
    const dear = { in: 0, out: 150_000, cacheRead: 0, cacheWrite: 0 };
    const model = scripted([
      async () => {
        await say('fix-1', { is: 'continue', addUsd: 2 });
        return { ...says(calls('look', { word: 'a' })), usage: dear };
      },
      { ...says(calls('look', { word: 'b' })), usage: dear },
      answers(),
    ]);
    const limits = { ...role.limits, usd: 2 };
    const able = {
      ...role,
      get limits() {
        return raised(limits, allowance.addedUsd);
      },
    };
    const job = await jobOf({ model, run, role: able, budget: allowance.purse });
    expect(await runAgent(job)).toMatchObject({ ended: 'answered', turns: 3 });
    expect([allowance.addedUsd, allowance.purse.limitUsd]).toEqual([2, 4]);
  });

  it('is granted once, however many work side by side', async () => {
    const run = await lifeOf('fix-1');
    const { purse } = await allowed(run, { usd: 2 });
    await say('fix-1', { is: 'continue', addUsd: 1 });
    await run.listen();
    const child = purse.share(0.5);
    await Promise.all([purse.refill(), child.refill(), purse.refill()]);
    expect(purse.limitUsd).toBe(3);
    const text = (await store.read('runs/fix-1'))?.text ?? '';
    expect(text.match(/"name":"allowance 1"/g)).toHaveLength(1);
  });
});
