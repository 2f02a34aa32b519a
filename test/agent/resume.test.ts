// An agent whose process ends in the middle, and the next one that tells the run again.
import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { openPurse } from '../../src/agent/purse.js';
import { type Ended, runAgent } from '../../src/agent/run.js';
import { hear } from '../../src/core/hear.js';
import { readJournal } from '../../src/core/journal.js';
import { logOf } from '../../src/core/kept.js';
import type { Run } from '../../src/core/run.js';
import { addedUsd } from '../../src/core/word.js';
import type { Ask, Turn } from '../../src/model.js';
import type { Model, Store } from '../../src/ports.js';
import { quickClock } from '../build/clock.js';
import { deskOf } from '../build/desk.js';
import {
  answers,
  calls,
  type Deeds,
  deeds,
  jobOf,
  lastHeard,
  lifeOf,
  nowhere,
  role,
  says,
  scripted,
} from './at-work.js';

class Crash extends Error {}

/** A store that ends the process at the n-th point: before or after an append. */
function dying(store: Store, at: number): { store: Store; points: () => number } {
  let reached = 0;
  const point = () => {
    reached += 1;
    if (reached === at) throw new Crash();
  };
  return {
    points: () => reached,
    store: {
      ...store,
      append: async (...args) => {
        point();
        const next = await store.append(...args);
        point();
        return next;
      },
    },
  };
}

/** Says what its place in the conversation asks for, whoever asks. */
function byPlace(turns: readonly Turn[]): Model & { readonly asks: readonly Ask[] } {
  const asks: Ask[] = [];
  return {
    asks,
    turn: (ask, how) => {
      asks.push(ask);
      return scripted(turns, ask.messages.filter((message) => message.role === 'assistant').length).turn(ask, how);
    },
  };
}

const story = [
  says('I look.', calls('look', { word: 'a' }), calls('look', { word: 'b' })),
  says(calls('write', { word: 'c' })),
  says(calls('look', { word: 'd' }), calls('write', { word: 'e' })),
  answers('all done'),
];

async function live(store: Store, { name, tools }: { name: string; tools: Deeds['tools'] }): Promise<Ended> {
  const run = await lifeOf({ store, name });
  return runAgent(await jobOf({ model: byPlace(story), tools, run }));
}

async function finishedIn(store: Store): Promise<readonly string[]> {
  const journal = readJournal((await store.read(logOf('fix-7-abc')))?.text ?? '');
  if ('damage' in journal) throw new Error('damaged');
  const values = journal.entries.flatMap((entry) => (entry.kind === 'step' ? [JSON.stringify(entry.value)] : []));
  return values.flatMap((value) => /"(?:saw|wrote) (.)"/.exec(value)?.[1] ?? []);
}

const count = (done: readonly string[], word: string): number =>
  done.filter((deed) => deed.endsWith(` ${word}`)).length;

describe('a run told again after a crash', () => {
  it('before or after any append runs nothing twice that was finished, writes nothing twice at all, and ends the same', async () => {
    const calm = dying(memoryStore(), 0);
    await live(calm.store, { name: 'one', tools: deeds().tools });
    expect(calm.points()).toBeGreaterThan(15);
    for (let at = 1; at <= calm.points(); at += 1) {
      const store = memoryStore();
      const { done, tools } = deeds();
      await expect(live(dying(store, at).store, { name: 'one', tools })).rejects.toThrow(Crash);
      const finished = await finishedIn(store);
      const before = [...done];
      expect(await live(store, { name: 'two', tools })).toMatchObject({
        ended: 'answered',
        answer: { text: 'all done' },
      });
      for (const word of finished) expect([at, word, count(done, word)]).toEqual([at, word, count(before, word)]);
      for (const word of ['c', 'e']) expect(count(done, word)).toBeLessThanOrEqual(1);
    }
  });

  it('remembers what the guard had refused, and which approvals were used', async () => {
    const store = memoryStore();
    const tried = { refused: 2, used: ['p-1'], asked: { about: 'words', id: 'p-2' } };
    const { tools } = deeds({ look: async () => ({ text: 'Refused', failed: true, tried }) });
    const told: unknown[] = [];
    for (const name of ['one', 'two']) {
      const at = nowhere(quickClock());
      const recall = (tried: unknown) => void (name === 'two' && told.push(tried));
      const run = await lifeOf({ store, name });
      await runAgent(
        await jobOf({ model: byPlace(story), tools, run, at: { ...at, patience: { ...at.patience, recall } } }),
      );
    }
    expect(told).toEqual([tried, tried, undefined, tried, undefined]);
  });

  it('does not do again what was begun and never finished, but tells the model to look', async () => {
    const store = memoryStore();
    const { done, tools } = deeds();
    const stopsIn = tools.map((tool) =>
      tool.name === 'write' ? { ...tool, act: async () => Promise.reject(new Crash()) } : tool,
    );
    // The journal cannot take the end of the call either: that is what a dead process looks like.
    const dead: Store = {
      ...store,
      append: async (log, lines, at) => {
        if (lines.includes('The tool broke')) throw new Crash();
        return store.append(log, lines, at);
      },
    };
    await expect(live(dead, { name: 'one', tools: stopsIn })).rejects.toThrow(Crash);
    const model = byPlace(story);
    const ended = await runAgent(await jobOf({ model, tools, run: await lifeOf({ store, name: 'two' }) }));
    expect(ended).toMatchObject({ ended: 'answered' });
    expect(count(done, 'c')).toBe(0);
    expect(lastHeard(model.asks[0])).toMatch(/^Interrupted: .* Look before you do it again\.$/);
  });

  it('asks the model nothing that it was asked before, and counts what that cost', async () => {
    const store = memoryStore();
    const first = await live(store, { name: 'one', tools: deeds().tools });
    const model = byPlace(story);
    const budget = openPurse(100);
    const run = await lifeOf({ store, name: 'two' });
    const again = await runAgent(await jobOf({ model, run, budget }));
    expect(again).toEqual(first);
    expect(model.asks).toHaveLength(0);
    expect(budget.spentUsd()).toBeCloseTo(first.spent.usd, 12);
    const journal = readJournal((await store.read(logOf('fix-7-abc')))?.text ?? '');
    const spent =
      'damage' in journal ? [] : journal.entries.flatMap((each) => (each.kind === 'step' && each.spent) || []);
    expect(spent.reduce((sum, { usd }) => sum + usd, 0)).toBeCloseTo(first.spent.usd, 12);
  });
});

describe('an agent that asks a person', () => {
  const asking = [
    says(calls('look', { word: 'a' }), calls('ask-person', { word: 'Which one?' }), calls('write', { word: 'b' })),
    answers(),
  ];
  const question = { id: 'q1', kind: 'question', text: 'Which one?' };
  /** What carries a run writes its end down, and then somebody may answer. */
  const waitOn = (run: Run) =>
    run.end({ outcome: 'awaiting', awaits: { id: 'q1', kind: 'question', question: 'Which one?' } });
  const answer = (store: Store, text: string) =>
    hear(deskOf({ store }), 'fix-7-abc', { key: text, by: { login: 'maya' }, is: 'answer', text });

  it('ends, is told again with the answer, and goes on with it as the result of its call', async () => {
    const store = memoryStore();
    const { done, tools } = deeds();
    const first = await lifeOf({ store });
    const job = await jobOf({ model: byPlace(asking), tools, run: first });
    expect(await runAgent(job)).toMatchObject({ ended: 'asked', question, turns: 0 });
    await waitOn(first);
    expect(await answer(store, 'The left one.')).toBe('heard');
    expect(done).toEqual(['look a']);
    const model = byPlace(asking);
    const next = { ...job, model, run: await lifeOf({ store, name: 'two' }) };
    expect(await runAgent(next)).toMatchObject({ ended: 'answered' });
    expect(done).toEqual(['look a', 'write b']);
    expect(lastHeard(model.asks[0])).toBe("saw a\nThe person's answer:\nThe left one.\nwrote b");
  });

  it('is not answered by what was said to another question', async () => {
    const store = memoryStore();
    const run = await lifeOf({ store });
    await runAgent(await jobOf({ model: byPlace(asking), run }));
    await waitOn(run);
    const other = { key: 'k', by: { login: 'maya' }, is: 'answer', id: 'q2', text: 'No.' } as const;
    expect(await hear(deskOf({ store }), 'fix-7-abc', other)).toBe('deaf');
  });
});

describe('an agent that the guard paused', () => {
  const paused = [says(calls('look', { word: 'a' })), answers()];
  /** Paused when so much had been said to it. */
  const deedsAfter = (heard: number) => {
    const stopped = { tool: 'shell', what: 'make', why: 'It is Sunday.', lifts: false, heard };
    const question = { id: 'p1', kind: 'pause', text: 'shell make: It is Sunday.', stopped } as const;
    return deeds({ look: async () => ({ text: 'Refused', failed: true, question }) });
  };
  const goOn = { key: 'k', by: { login: 'maya' }, is: 'continue' } as const;

  it.each([
    ['goes on without what it wanted, when a person says no more than that it may go on', 0, 'answered'],
    ['does not go on by what was said before it was paused', 1, 'asked'],
  ])('%s', async (_what, heard, ended) => {
    const store = memoryStore();
    const { tools } = deedsAfter(heard);
    const first = await lifeOf({ store });
    expect(await runAgent(await jobOf({ model: byPlace(paused), tools, run: first }))).toMatchObject({
      ended: 'asked',
    });
    await first.end({ outcome: 'awaiting', awaits: { id: 'p1', kind: 'pause', question: 'shell make' } });
    expect(await hear(deskOf({ store }), 'fix-7-abc', goOn)).toBe('heard');
    const model = byPlace(paused);
    const again = await runAgent(await jobOf({ model, tools, run: await lifeOf({ store, name: 'two' }) }));
    expect(again).toMatchObject({ ended });
    if (ended === 'answered') expect(lastHeard(model.asks[0])).toContain('Go on without it, in another way.');
  });
});

describe('an agent that is cancelled', () => {
  it('before it begins asks nothing', async () => {
    const ends = new AbortController();
    ends.abort();
    const model = scripted([]);
    const { at, ...job } = await jobOf({ model });
    expect(await runAgent({ ...job, at: { ...at, signal: ends.signal } })).toMatchObject({
      ended: 'cancelled',
      turns: 0,
    });
  });

  it('keeps what it has done, and goes on from there when it is told to', async () => {
    const store = memoryStore();
    const ends = new AbortController();
    const { done, tools } = deeds({
      look: async (word) => {
        if (word === 'd') ends.abort();
        return { text: `saw ${word}` };
      },
    });
    const { at, ...job } = await jobOf({ model: byPlace(story), tools, run: await lifeOf({ store }) });
    const ended = await runAgent({ ...job, at: { ...at, signal: ends.signal } });
    expect(ended).toMatchObject({ ended: 'cancelled', turns: 2 });
    expect(await live(store, { name: 'two', tools })).toMatchObject({ ended: 'answered' });
    expect(done).toEqual(['look a', 'look b', 'write c', 'look d', 'look d', 'write e']);
  });
});

describe('a limit that was raised', () => {
  it('by a person who adds dollars is raised while the run is under way, and after it', async () => {
    const store = memoryStore();
    const dear = (n: number) => ({
      ...says(calls('look', { word: `${n}` })),
      usage: { in: 500_000, out: 0, cacheRead: 0, cacheWrite: 0 },
    });
    const turns = [dear(1), dear(2), dear(3), { ...answers(), usage: dear(0).usage }];
    const work = async (name: string) => {
      const run = await lifeOf({ store, name });
      const budget = openPurse(() => 2 + addedUsd(run.words()));
      return runAgent(await jobOf({ model: byPlace(turns), run, budget }));
    };
    expect(await work('one')).toMatchObject({ ended: 'budget', why: 'purse', turns: 2 });
    const add = { key: 'k', by: { login: 'maya' }, is: 'continue', addUsd: 2 } as const;
    expect(await hear(deskOf({ store }), 'fix-7-abc', add)).toBe('heard');
    expect(await work('two')).toMatchObject({ ended: 'answered', turns: 4 });
  });

  const long = [...Array.from({ length: 9 }, (_, n) => says(calls('look', { word: `${n}` }))), answers()];

  it('lets a run go on that had ended at it, its past unchanged', async () => {
    const store = memoryStore();
    const clock = quickClock();
    const job = async (name: string, turns: number) => {
      const limits = { ...role.limits, turns };
      const model = byPlace(long);
      return {
        model,
        job: await jobOf({ model, role: { ...role, limits }, run: await lifeOf({ store, name, clock }) }),
      };
    };
    const first = await job('one', 5);
    expect(await runAgent(first.job)).toMatchObject({ ended: 'budget', why: 'turns', turns: 5 });
    expect(lastHeard(first.model.asks[4])).toContain('Wrap up: this is your last turn.');
    const second = await job('two', 30);
    expect(await runAgent(second.job)).toMatchObject({ ended: 'answered', turns: 10 });
    expect(lastHeard(second.model.asks[0])).toContain('You were given more room.');
    const before = first.model.asks.at(-1)?.messages ?? [];
    expect(second.model.asks[0]?.messages.slice(0, before.length)).toEqual(before);
  });
});
