import { beforeEach, describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import type { Desk } from '../../src/core/desk.js';
import { follow, followedBy, startRound } from '../../src/core/follow.js';
import { beginOf, type Journal, lastHeld } from '../../src/core/journal.js';
import { loadJournal } from '../../src/core/kept.js';
import { openRun } from '../../src/core/run.js';
import { rootOf, roundName } from '../../src/core/run-name.js';
import type { WrittenInput } from '../../src/core/workflow.js';
import type { Store } from '../../src/ports.js';
import { deskOf } from '../build/desk.js';

const FIRST = 'fix-1-0123456789';

const written: WrittenInput = {
  event: {
    kind: 'comment',
    key: 'thread-7',
    actor: { login: 'maya', id: 7, bot: false },
    at: { repo: 'ann/shop', issue: 1 },
    comment: { id: 7, where: 'thread', body: '/crew fix' },
  },
  own: { labelPrefix: 'crew:', me: 0 },
  asked: [0],
};

let store: Store;
let desk: Desk;
beforeEach(async () => {
  store = memoryStore();
  desk = deskOf({ store });
  const begin = { run: FIRST, workflow: 'fix', story: 1, repo: 'ann/shop', issue: 1, input: written };
  const opened = await openRun(desk, begin);
  if (opened.is === 'open') await opened.run.end({ outcome: 'failed' });
});

async function journalOf(run: string): Promise<Journal> {
  const found = await loadJournal(store, run);
  if (!found) throw new Error(`no journal of ${run}`);
  return found.journal;
}

describe('one more round', () => {
  it('has the name of the run that was asked for, and its number', () => {
    expect(roundName(FIRST, 2)).toBe(`${FIRST}.r2`);
    expect(roundName(`${FIRST}.r2`, 3)).toBe(`${FIRST}.r3`);
    expect([FIRST, `${FIRST}.r12`].map(rootOf)).toEqual([FIRST, FIRST]);
  });

  it('is a run of its own with the very input of the one before, put down until its turn comes', async () => {
    const run = await follow(desk, { run: FIRST, why: 'verify' });
    const journal = await journalOf(run);
    expect(beginOf(journal)).toMatchObject({ run, workflow: 'fix', story: 1, repo: 'ann/shop', issue: 1 });
    expect(beginOf(journal)?.input).toEqual({ ...written, follows: { run: FIRST, n: 2, why: 'verify' } });
    expect(lastHeld(journal)).toMatchObject({ kind: 'rest', for: 'turn' });
  });

  it('may be followed by another one, each of the one before', async () => {
    const second = await follow(desk, { run: FIRST, why: 'verify' });
    const third = await follow(desk, { run: second, why: 'ci' });
    expect(third).toBe(`${FIRST}.r3`);
    expect(followedBy(await journalOf(third))).toEqual({ run: second, n: 3, why: 'ci' });
    expect(followedBy(await journalOf(FIRST))).toBeUndefined();
  });

  it('can be taken up by the job whose turn it is, and by no other', async () => {
    const run = await follow(desk, { run: FIRST, why: 'verify' });
    const begin = { run, workflow: 'fix', story: 1, input: written };
    expect(await openRun(deskOf({ store, name: 'two' }), begin, 'publish')).toEqual({ is: 'elsewhere' });
    expect(await openRun(deskOf({ store, name: 'two' }), begin, 'turn')).toMatchObject({ is: 'open' });
  });

  it('of a run that is not there is a fault', async () => {
    await expect(follow(desk, { run: 'fix-9-none', why: 'ci' })).rejects.toThrow('no run fix-9-none');
  });
});

describe('begun by somebody who is killed', () => {
  /** Dies at an append: before it is written, or after. */
  function dying(when: 'before' | 'after', at: number): Store {
    let appends = 0;
    return {
      ...store,
      async append(log, lines, from) {
        appends += 1;
        if (appends === at && when === 'before') throw new Error('killed');
        const done = await store.append(log, lines, from);
        if (appends === at) throw new Error('killed');
        return done;
      },
    };
  }

  const kills = (['before', 'after'] as const).flatMap((when) => [1, 2].map((at) => ({ when, at })));
  it.each(kills)('$when append $at there is no round or a whole one, and told again exactly one', async (of) => {
    const say = (desk: Desk) => follow(desk, { run: FIRST, why: 'ci' });
    const first = await say(deskOf({ store: dying(of.when, of.at) })).catch(() => null);
    // It is one append: whoever dies at a second one has come through.
    expect(first === null).toBe(of.at === 1);
    const kept = await store.read(`runs/${FIRST}.r2`);
    expect(kept === null).toBe(of.when === 'before' && of.at === 1);
    const run = await say(deskOf({ store, name: 'two' }));
    const { entries } = await journalOf(run);
    expect(entries.map(({ kind }) => kind)).toEqual(['begin', 'rest']);
    if (kept) expect((await store.read(`runs/${run}`))?.text).toBe(kept.text);
  });
});

describe('starting a round', () => {
  const started: string[] = [];
  const start = async (run: string) => {
    started.push(run);
  };
  beforeEach(() => {
    started.length = 0;
  });

  it('starts one that waits for its turn', async () => {
    const run = await follow(desk, { run: FIRST, why: 'verify' });
    await startRound({ desk, start }, run);
    expect(started).toEqual([run]);
  });

  it('leaves one alone that somebody is at, that goes on in another job, or that is over', async () => {
    const run = await follow(desk, { run: FIRST, why: 'verify' });
    const opened = await openRun(desk, { run, workflow: 'fix', story: 1, input: written }, 'turn');
    if (opened.is !== 'open') throw new Error('not open');
    await startRound({ desk, start }, run);
    await opened.run.rest({ for: 'work' });
    await startRound({ desk, start }, run);
    await startRound({ desk, start }, FIRST);
    await startRound({ desk, start }, 'fix-9-none');
    expect(started).toEqual([]);
  });

  it('is no fault where nothing can be started', async () => {
    const run = await follow(desk, { run: FIRST, why: 'verify' });
    await expect(startRound({ desk }, run)).resolves.toBeUndefined();
  });
});
