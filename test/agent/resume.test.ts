// An agent whose process ends in the middle, and the next one that continues the run from its journal.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openBudget } from '../../src/agent/budget.js';
import { type AgentEnd, runAgent } from '../../src/agent/run.js';
import { addedUsd } from '../../src/agent/signals.js';
import type { Model } from '../../src/ports/index.js';
import type { ModelRequest, Turn } from '../../src/ports/model.js';
import type { Step, WorkRun } from '../../src/ports/run.js';
import { readSteps } from '../../src/runs/journal.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';
import { openWorkRun, signalOf } from '../build/work-run.js';
import { answers, calls, type Deeds, deeds, jobOf, lastHeard, nowhere, role, says, scripted } from './at-work.js';

class Crash extends Error {}

type Steps = Pick<WorkRun, 'step'>;

/** A journal whose process ends at the n-th point: when a step was done and is not written yet, or right after it was written. */
function dying<T extends Steps>(run: T, at: number): { run: T; points: () => number } {
  let reached = 0;
  const point = () => {
    reached += 1;
    if (reached === at) throw new Crash();
  };
  return {
    points: () => reached,
    run: {
      ...run,
      async step(name, work, cost) {
        const value = await run.step(
          name,
          async () => {
            const done = await work();
            point();
            return done;
          },
          cost,
        );
        point();
        return value;
      },
    },
  };
}

const stepsIn = async (folder: string): Promise<readonly Step[]> =>
  readSteps(await readFile(path.join(folder, 'journal.jsonl'), 'utf8').catch(() => ''));

/** Says what its place in the conversation asks for, whoever asks. */
function byPlace(turns: readonly Turn[]): Model & { readonly asks: readonly ModelRequest[] } {
  const asks: ModelRequest[] = [];
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

async function live(run: Steps, tools: Deeds['tools']): Promise<AgentEnd> {
  return runAgent(await jobOf({ model: byPlace(story), tools, run: { ...(await openWorkRun()), ...run } }));
}

async function finishedIn(folder: string): Promise<readonly string[]> {
  const values = (await stepsIn(folder)).map(({ value }) => JSON.stringify(value));
  return values.flatMap((value) => /"(?:saw|wrote) (.)"/.exec(value)?.[1] ?? []);
}

const count = (done: readonly string[], word: string): number =>
  done.filter((deed) => deed.endsWith(` ${word}`)).length;

describe('a run that is continued after a crash', () => {
  it('before or after any append runs nothing twice that was finished, writes nothing twice at all, and ends the same', async () => {
    const calm = dying(await openWorkRun(), 0);
    await live(calm.run, deeds().tools);
    expect(calm.points()).toBeGreaterThan(15);
    for (let at = 1; at <= calm.points(); at += 1) {
      const folder = await newFolder();
      const { done, tools } = deeds();
      await expect(live(dying(await openWorkRun({ folder }), at).run, tools)).rejects.toThrow(Crash);
      const finished = await finishedIn(folder);
      const before = [...done];
      expect(await live(await openWorkRun({ folder }), tools)).toMatchObject({
        ended: 'answered',
        answer: { text: 'all done' },
      });
      for (const word of finished) expect([at, word, count(done, word)]).toEqual([at, word, count(before, word)]);
      for (const word of ['c', 'e']) expect(count(done, word)).toBeLessThanOrEqual(1);
    }
  });

  it('remembers what the guard had refused, and which approvals were used', async () => {
    const folder = await newFolder();
    const tried = { refused: 2, used: ['p-1'], asked: { about: 'words', id: 'p-2' } };
    const { tools } = deeds({ look: async () => ({ text: 'Refused', failed: true, tried }) });
    const told: unknown[] = [];
    for (const life of ['one', 'two']) {
      const at = nowhere(quickClock());
      const recall = (tried: unknown) => void (life === 'two' && told.push(tried));
      const run = await openWorkRun({ folder });
      await runAgent(
        await jobOf({
          model: byPlace(story),
          tools,
          run,
          toolContext: { ...at, approvals: { ...at.approvals, restore: recall } },
        }),
      );
    }
    expect(told).toEqual([tried, tried, undefined, tried, undefined]);
  });

  it('does not do again what was begun and never finished, but tells the model to look', async () => {
    const folder = await newFolder();
    const { done, tools } = deeds();
    const run = await openWorkRun({ folder });
    // The process dies inside the call, so that its end is never written.
    const dead: Steps = {
      step: (name, work, cost) =>
        run.step(
          name,
          async () => {
            const value = await work();
            if (JSON.stringify(value).includes('wrote c')) throw new Crash();
            return value;
          },
          cost,
        ),
    };
    await expect(live(dead, tools)).rejects.toThrow(Crash);
    const model = byPlace(story);
    const ended = await runAgent(await jobOf({ model, tools, run: await openWorkRun({ folder }) }));
    expect(ended).toMatchObject({ ended: 'answered' });
    expect(count(done, 'c')).toBe(1);
    expect(lastHeard(model.asks[0])).toMatch(/^Interrupted: .* Check before you repeat it\.$/);
  });

  it('asks the model nothing that it was asked before, and counts what that cost', async () => {
    const folder = await newFolder();
    const first = await live(await openWorkRun({ folder }), deeds().tools);
    const model = byPlace(story);
    const budget = openBudget(100);
    const again = await runAgent(await jobOf({ model, run: await openWorkRun({ folder }), budget }));
    expect(again).toEqual(first);
    expect(model.asks).toHaveLength(0);
    expect(budget.spentUsd()).toBeCloseTo(first.spent.usd, 12);
    const spent = (await stepsIn(folder)).reduce((sum, step) => sum + (step.spent?.usd ?? 0), 0);
    expect(spent).toBeCloseTo(first.spent.usd, 12);
  });
});

describe('an agent that asks a person', () => {
  const asking = [
    says(calls('look', { word: 'a' }), calls('ask-person', { word: 'Which one?' }), calls('write', { word: 'b' })),
    answers(),
  ];
  const question = { id: 'q1', kind: 'question', text: 'Which one?' };

  it('ends, is continued with the answer, and goes on with it as the result of its call', async () => {
    const folder = await newFolder();
    const { done, tools } = deeds();
    const job = await jobOf({ model: byPlace(asking), tools, run: await openWorkRun({ folder }) });
    expect(await runAgent(job)).toMatchObject({ ended: 'asked', question, turns: 0 });
    expect(done).toEqual(['look a']);
    const model = byPlace(asking);
    const signals = [signalOf({ is: 'answer', id: 'q1', text: 'The left one.' })];
    const next = { ...job, model, run: await openWorkRun({ folder, signals }) };
    expect(await runAgent(next)).toMatchObject({ ended: 'answered' });
    expect(done).toEqual(['look a', 'write b']);
    expect(lastHeard(model.asks[0])).toBe("saw a\nThe person's answer:\nThe left one.\nwrote b");
  });

  it('asks again where only another question was answered', async () => {
    const folder = await newFolder();
    await runAgent(await jobOf({ model: byPlace(asking), run: await openWorkRun({ folder }) }));
    const signals = [signalOf({ is: 'answer', id: 'q2', text: 'No.' })];
    const again = await jobOf({ model: byPlace(asking), run: await openWorkRun({ folder, signals }) });
    expect(await runAgent(again)).toMatchObject({ ended: 'asked', question });
  });
});

describe('an agent that the guard paused', () => {
  const paused = [says(calls('look', { word: 'a' })), answers()];
  /** Paused when so much had been said to it. */
  const deedsAfter = (signalCount: number) => {
    const stopped = { tool: 'shell', what: 'make', why: 'It is Sunday.', lifts: false, signalCount };
    const question = { id: 'p1', kind: 'pause', text: 'shell make: It is Sunday.', stopped } as const;
    return deeds({ look: async () => ({ text: 'Refused', failed: true, question }) });
  };

  it.each([
    ['goes on without what it wanted, when a person says no more than that it may go on', 0, 'answered'],
    ['does not go on by what was said before it was paused', 1, 'asked'],
  ])('%s', async (_what, signalCount, ended) => {
    const folder = await newFolder();
    const { tools } = deedsAfter(signalCount);
    const first = await jobOf({ model: byPlace(paused), tools, run: await openWorkRun({ folder }) });
    expect(await runAgent(first)).toMatchObject({ ended: 'asked' });
    const model = byPlace(paused);
    const signals = [signalOf({ is: 'continue' })];
    const again = await runAgent(await jobOf({ model, tools, run: await openWorkRun({ folder, signals }) }));
    expect(again).toMatchObject({ ended });
    if (ended === 'answered') expect(lastHeard(model.asks[0])).toContain('Continue without it, in another way.');
  });
});

describe('an agent that is cancelled', () => {
  it('before it begins asks nothing', async () => {
    const ends = new AbortController();
    ends.abort();
    const model = scripted([]);
    const { toolContext: at, ...job } = await jobOf({ model });
    expect(await runAgent({ ...job, toolContext: { ...at, signal: ends.signal } })).toMatchObject({
      ended: 'cancelled',
      turns: 0,
    });
  });

  it('keeps what it has done, and goes on from there when it is told to', async () => {
    const folder = await newFolder();
    const ends = new AbortController();
    const { done, tools } = deeds({
      look: async (word) => {
        if (word === 'd') ends.abort();
        return { text: `saw ${word}` };
      },
    });
    const { toolContext: at, ...job } = await jobOf({
      model: byPlace(story),
      tools,
      run: await openWorkRun({ folder }),
    });
    const ended = await runAgent({ ...job, toolContext: { ...at, signal: ends.signal } });
    expect(ended).toMatchObject({ ended: 'cancelled', turns: 2 });
    expect(await live(await openWorkRun({ folder }), tools)).toMatchObject({ ended: 'answered' });
    expect(done).toEqual(['look a', 'look b', 'write c', 'look d', 'look d', 'write e']);
  });
});

describe('a limit that was raised', () => {
  it('by a person who adds dollars lets the run that ended at it go on', async () => {
    const folder = await newFolder();
    const dear = (n: number) => ({
      ...says(calls('look', { word: `${n}` })),
      usage: { in: 500_000, out: 0, cacheRead: 0, cacheWrite: 0 },
    });
    const turns = [dear(1), dear(2), dear(3), { ...answers(), usage: dear(0).usage }];
    const work = async (...signals: readonly ReturnType<typeof signalOf>[]) => {
      const run = await openWorkRun({ folder, signals });
      return runAgent(await jobOf({ model: byPlace(turns), run, budget: openBudget(2 + addedUsd(signals)) }));
    };
    expect(await work()).toMatchObject({ ended: 'budget', why: 'budget', turns: 2 });
    expect(await work(signalOf({ is: 'continue', addUsd: 2 }))).toMatchObject({ ended: 'answered', turns: 4 });
  });

  const long = [...Array.from({ length: 9 }, (_, n) => says(calls('look', { word: `${n}` }))), answers()];

  it('lets a run go on that had ended at it, its past unchanged', async () => {
    const folder = await newFolder();
    const clock = quickClock();
    const job = async (turns: number) => {
      const limits = { ...role.limits, turns };
      const model = byPlace(long);
      const run = await openWorkRun({ folder, clock });
      return { model, job: await jobOf({ model, role: { ...role, limits }, run }) };
    };
    const first = await job(5);
    expect(await runAgent(first.job)).toMatchObject({ ended: 'budget', why: 'turns', turns: 5 });
    expect(lastHeard(first.model.asks[4])).toContain('Finish now: this is your last turn.');
    const second = await job(30);
    expect(await runAgent(second.job)).toMatchObject({ ended: 'answered', turns: 10 });
    expect(lastHeard(second.model.asks[0])).toContain('The limit was raised.');
    const before = first.model.asks.at(-1)?.messages ?? [];
    expect(second.model.asks[0]?.messages.slice(0, before.length)).toEqual(before);
  });
});
