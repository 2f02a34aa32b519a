// When an agent is told to come to an end, and when it is brought to one.
import { describe, expect, it } from '@jest/globals';
import { openBudget } from '../../src/agent/budget.js';
import type { Role } from '../../src/agent/role.js';
import { runAgent } from '../../src/agent/run.js';
import type { ToolResult } from '../../src/agent/tool.js';
import { ModelError, type Turn, type Usage } from '../../src/ports/model.js';
import type { Progress } from '../../src/ports/progress.js';
import { quickClock } from '../build/clock.js';
import {
  answers,
  calls,
  deeds,
  jobOf,
  lastHeard,
  models,
  nowhere,
  role,
  type Said,
  says,
  scripted,
  stopped,
} from './at-work.js';

const limited = (limits: Partial<Role['limits']>): Role => ({ ...role, limits: { ...role.limits, ...limits } });
const looks = (many: number): readonly Turn[] =>
  Array.from({ length: many }, (_, n) => says(calls('look', { word: `${n}` })));
/** A turn of a dollar. */
const dollar = (turn: Turn): Turn => ({ ...turn, usage: { in: 500_000, out: 0, cacheRead: 0, cacheWrite: 0 } });
const wrapUps = (model: ReturnType<typeof scripted>): readonly number[] =>
  model.asks.flatMap((ask, n) => (lastHeard(ask).includes('Finish now') ? [n + 1] : []));

describe('a limit of turns', () => {
  it('is announced once when four fifths are gone, and ends the work when all are', async () => {
    const model = scripted(looks(20));
    const ended = await runAgent(await jobOf({ model, role: limited({ turns: 10 }) }));
    expect(ended).toMatchObject({ ended: 'budget', why: 'turns', turns: 10 });
    expect(wrapUps(model)).toEqual([9]);
    expect(lastHeard(model.asks[8])).toContain('Finish now: 2 turns are left.');
  });

  it('that is small still leaves a turn to hand in the work', async () => {
    const model = scripted([...looks(1), answers('as far as I came')]);
    expect(await runAgent(await jobOf({ model, role: limited({ turns: 2 }) }))).toMatchObject({ ended: 'answered' });
    expect(wrapUps(model)).toEqual([2]);
  });
});

describe('what is to be said aside', () => {
  it('is said before the next turn, under one name only once', async () => {
    const model = scripted([...looks(3), answers('there')]);
    const aside = async () => [{ name: 'the weather', text: 'It rains.' }];
    const ended = await runAgent(await jobOf({ model, extraNotes: aside }));
    expect(ended.ended).toBe('answered');
    expect(model.asks.map((ask) => JSON.stringify(ask).split('It rains.').length - 1)).toEqual([1, 1, 1, 1]);
  });
});

describe('a limit of dollars', () => {
  it('is announced at four fifths, and passed by one call at the most', async () => {
    const model = scripted(looks(20).map(dollar));
    const ended = await runAgent(await jobOf({ model, role: limited({ usd: 4.5 }) }));
    expect(ended).toMatchObject({ ended: 'budget', why: 'usd', turns: 5 });
    expect(ended.spent.usd).toBeCloseTo(5, 9);
    expect(wrapUps(model)).toEqual([5]);
    expect(lastHeard(model.asks[4])).toContain('$0.50 is left to spend');
  });

  it('is the purse’s too, however many share it', async () => {
    const budget = openBudget(6);
    const [a, b] = await Promise.all(
      ['a', 'b'].map(async (who) =>
        runAgent(await jobOf({ who, model: scripted(looks(20).map(dollar)), budget: budget.share(0.5) })),
      ),
    );
    expect([a?.ended, b?.ended]).toEqual(['budget', 'budget']);
    expect(budget.spentUsd()).toBeLessThanOrEqual(7);
    expect(budget.leftUsd()).toBe(0);
  });

  it('counts what was lost: broken streams and replies that nobody could read', async () => {
    const usage: Usage = { in: 500_000, out: 0, cacheRead: 0, cacheWrite: 0 };
    const lost = new ModelError('the stream broke', { isRetryable: true, usage });
    const model = scripted([lost, dollar(says(calls('nonsense'))), dollar(answers())]);
    const ended = await runAgent(await jobOf({ model }));
    expect(ended).toMatchObject({ ended: 'answered', turns: 2 });
    expect(ended.spent.usd).toBeCloseTo(3, 9);
  });

  it('of nothing asks nothing', async () => {
    const job = await jobOf({ model: scripted([]), budget: openBudget(0) });
    expect(await runAgent(job)).toMatchObject({ ended: 'budget', why: 'budget', turns: 0 });
  });
});

describe('a limit of time', () => {
  it('counts what turns and calls take', async () => {
    const clock = quickClock();
    const slow = async (): Promise<ToolResult> => {
      clock.pass(60_000);
      return { text: `at ${clock.now()}` };
    };
    const model = scripted(looks(20));
    const job = await jobOf({
      model,
      role: limited({ minutes: 5 }),
      tools: deeds({ look: slow }).tools,
      toolContext: nowhere(clock),
    });
    expect(await runAgent(job)).toMatchObject({ ended: 'budget', why: 'minutes', turns: 5 });
    expect(wrapUps(model)).toEqual([5]);
  });
});

describe('an agent that goes in circles', () => {
  const run = async (said: readonly Said[], more: Parameters<typeof deeds>[0] = {}) => {
    const model = scripted(said);
    const ended = await runAgent(await jobOf({ model, tools: deeds(more).tools }));
    return { ended, heard: model.asks.map(lastHeard) };
  };
  const same = (many: number) => Array.from({ length: many }, () => says(calls('look', { word: 'a' })));

  it('by doing the same with the same result is told, and then stopped', async () => {
    const { ended, heard } = await run(same(9));
    expect(ended).toMatchObject({ ended: 'stuck', why: 'repeats', turns: 5 });
    expect(heard.map((text) => text.includes('the same calls several times'))).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it('but listens, is left alone', async () => {
    const { ended } = await run([...same(4), says(calls('look', { word: 'b' })), ...same(2), answers()]);
    expect(ended).toMatchObject({ ended: 'answered' });
  });

  it('by waiting for something that changes is in no circle', async () => {
    let n = 0;
    const { ended } = await run([...same(15), answers()], { look: async () => ({ text: `${++n} % done` }) });
    expect(ended).toMatchObject({ ended: 'answered' });
  });

  it('by failing at the same, whatever the error says, is told and stopped', async () => {
    let n = 0;
    const look = async () => ({ text: `error ${++n}`, failed: true });
    const { ended, heard } = await run(same(9), { look });
    expect(ended).toMatchObject({ ended: 'stuck', why: 'fails', turns: 5 });
    expect(heard[3]).toContain('The same call failed several times.');
  });

  it('by talking instead of acting is told every time, and stopped', async () => {
    const { ended, heard } = await run(['I think.', 'I plan.', 'I ponder.', 'I go on.'].map((text) => says(text)));
    expect(ended).toMatchObject({ ended: 'stuck', why: 'monologue', turns: 3 });
    expect(heard.slice(1).every((text) => text.includes('You called no tool.'))).toBe(true);
  });

  it('between two steps is told and stopped', async () => {
    const steps = Array.from({ length: 14 }, (_, n) => says(calls('look', { word: n % 2 ? 'a' : 'b' })));
    const { ended, heard } = await run(steps);
    expect(ended).toMatchObject({ ended: 'stuck', why: 'ping-pong', turns: 10 });
    expect(heard[6]).toContain('alternate between');
  });

  it('by being cut off again and again is told and stopped', async () => {
    const { ended, heard } = await run(Array.from({ length: 6 }, () => stopped('length', 'On and on')));
    expect(ended).toMatchObject({ ended: 'stuck', why: 'context', turns: 4 });
    expect(heard[2]).toContain('Make one small call in each turn.');
  });

  it('by learning nothing new, in however large a circle, is told and stopped', async () => {
    const words = ['a', 'b', 'c'];
    const steps = Array.from({ length: 30 }, (_, n) => says(calls('look', { word: words[n % 3] })));
    const { ended, heard } = await run(steps);
    expect(ended).toMatchObject({ ended: 'stuck', why: 'no progress', turns: 15 });
    expect(heard[11]).toContain('gave no new results');
  });
});

describe('a service in trouble', () => {
  const again = (afterMs?: number) => new ModelError('overloaded', { isRetryable: true, afterMs });

  it('is asked again after a while that grows, and at least as long as it asks for', async () => {
    const clock = quickClock();
    const model = scripted([again(), again(), again(9000), again(), answers()]);
    expect(await runAgent(await jobOf({ model, toolContext: nowhere(clock) }))).toMatchObject({
      ended: 'answered',
      turns: 1,
    });
    expect(clock.slept).toEqual([1000, 2000, 9000, 8000]);
    expect(new Set(model.asks.map((ask) => JSON.stringify(ask))).size).toBe(1);
  });

  it('is given up on after eight attempts, and tried anew by the next life of the run', async () => {
    const clock = quickClock();
    const job = await jobOf({ model: scripted(Array.from({ length: 8 }, () => again())), toolContext: nowhere(clock) });
    expect(await runAgent(job)).toMatchObject({ ended: 'failed', why: 'service', detail: 'overloaded' });
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(123_000);
    const next = scripted([again(), answers()]);
    expect(await runAgent({ ...job, model: next })).toMatchObject({ ended: 'answered' });
    expect(next.asks).toHaveLength(2);
  });

  it.each([
    ['refuses the connection', { code: 'ECONNREFUSED' }, 2],
    ['has a name that nobody knows', { code: 'ENOTFOUND' }, 2],
    ['breaks off the connection', { code: 'ECONNRESET' }, 8],
    ['cannot be reached for a while', { code: 'EAI_AGAIN' }, 8],
  ])('that %s is asked %j: %i times', async (_what, code, times) => {
    // As the SDK, fetch and the socket wrap it; a host with several addresses gives an error for each.
    const socket = new AggregateError([Object.assign(new Error('connect'), code)]);
    const cause = new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: socket }) });
    const model = scripted(
      Array.from({ length: 8 }, () => new ModelError('Connection error.', { isRetryable: true, cause })),
    );
    const clock = quickClock();
    const seen: Progress[] = [];
    const job = {
      ...(await jobOf({ model, toolContext: nowhere(clock) })),
      onProgress: (each: Progress) => seen.push(each),
    };
    expect(await runAgent(job)).toMatchObject({ ended: 'failed', why: 'service', detail: 'Connection error.' });
    expect(model.asks).toHaveLength(times);
    // Whoever looks knows when it goes on; and when it does not.
    const waits = seen.flatMap((each) => (each.kind === 'turn lost' ? [each.againInMs] : []));
    expect(waits).toEqual([...clock.slept, undefined]);
  });

  it('that says no is not asked again', async () => {
    const model = scripted([new ModelError('401 invalid key', { isRetryable: false })]);
    const ended = await runAgent(await jobOf({ model }));
    expect(ended).toMatchObject({ ended: 'failed', why: 'service', detail: '401 invalid key' });
  });

  it('that wants an hour of patience gets none', async () => {
    const ended = await runAgent(await jobOf({ model: scripted([again(3_600_000)]) }));
    expect(ended).toMatchObject({ ended: 'failed', why: 'service' });
  });

  it('does not keep anybody waiting who cancels', async () => {
    const ends = new AbortController();
    const clock = quickClock();
    const sleep = async () => ends.abort();
    const at = { ...nowhere({ ...clock, sleep }), signal: ends.signal };
    expect(await runAgent(await jobOf({ model: scripted([again()]), toolContext: at }))).toMatchObject({
      ended: 'cancelled',
    });
  });

  it('is a fault of ours when it is no trouble of the service', async () => {
    const model = { turn: async () => Promise.reject(new TypeError('of ours')) };
    await expect(runAgent(await jobOf({ model }))).rejects.toThrow('of ours');
  });
});

describe('the model that is asked', () => {
  it('is that of the role’s tier', async () => {
    for (const tier of ['haiku', 'sonnet', 'opus'] as const) {
      const model = scripted([answers()]);
      await runAgent(await jobOf({ model, role: { ...role, tier } }));
      expect(model.asks[0]?.model).toBe(models[tier].id);
    }
  });
});
