import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { choiceFor, costOf, modelsOf } from '../../src/agent/cost.js';
import { runAgent } from '../../src/agent/run.js';
import { type Block, type CallResult, ModelError } from '../../src/ports/model.js';
import type { Progress as Heard } from '../../src/ports/progress.js';
import { digest } from '../../src/sample/model/request.js';
import { quickClock } from '../build/clock.js';
import { answers, calls, deeds, jobOf, lastHeard, models, role, says, scripted, stopped, USAGE } from './at-work.js';

const resultsIn = (blocks: readonly Block[] | undefined): readonly CallResult[] =>
  (blocks ?? []).filter((block) => block.kind === 'result');

describe('an agent', () => {
  it('acts until it hands in an answer, and says what it cost', async () => {
    const { tools, done } = deeds();
    const model = scripted([says('First I look.', calls('look', { word: 'a' })), answers('it is a')]);
    const ended = await runAgent(await jobOf({ model, tools }));
    expect(ended).toMatchObject({ ended: 'answered', answer: { text: 'it is a' }, turns: 2 });
    expect(ended.spent.usage).toEqual({ in: 200, out: 40, cacheRead: 2000, cacheWrite: 100 });
    expect(ended.spent.usd).toBeCloseTo((200 * 2 + 40 * 10 + 2000 * 0.1 + 100 * 2.5) / 1e6, 12);
    expect(done).toEqual(['look a']);
    expect(lastHeard(model.asks[1])).toBe('saw a');
  });

  it('offers the tools of its role, no others, and the answer', async () => {
    const model = scripted([answers()]);
    await runAgent(await jobOf({ model, role: { ...role, tools: ['look'] } }));
    expect(model.asks[0]?.tools.map(({ name }) => name)).toEqual(['look', 'answer']);
    expect(model.asks[0]?.system).toMatch(/^You are the Tester\.\n\n/);
  });

  it('may not be given a role that names a tool which there is not', async () => {
    const job = await jobOf({ model: scripted([]), role: { ...role, tools: ['teleport'] } });
    expect(() => runAgent(job)).toThrow('tools of crew in `allowedTools` of the role tester, but found "teleport"');
  });

  it('answers in the type that its caller asks for, instead of its role’s', async () => {
    const model = scripted([says(calls('answer', { count: 3 }))]);
    const ended = await runAgent({ ...(await jobOf({ model })), answer: z.strictObject({ count: z.int() }) });
    expect(ended.ended === 'answered' && ended.answer.count + 1).toBe(4);
  });

  it('keeps the beginning of the conversation byte for byte, so that it is read from the cache', async () => {
    const turn = () => says(calls('look', { word: 'a' }));
    const model = scripted([turn(), says('Hm.'), turn(), answers()]);
    await runAgent(await jobOf({ model }));
    for (const [n, ask] of model.asks.entries()) {
      const before = model.asks[n - 1];
      if (!before) continue;
      expect(JSON.stringify({ ...ask, messages: [] })).toBe(JSON.stringify({ ...before, messages: [] }));
      expect(JSON.stringify(ask.messages.slice(0, before.messages.length))).toBe(JSON.stringify(before.messages));
    }
  });

  it('is heard while it works, and nothing of it is decided by who listens', async () => {
    const heard: Heard[] = [];
    const model = scripted([says(calls('look', { word: 'a' })), answers()]);
    await runAgent(await jobOf({ model, onProgress: (each) => heard.push(each) }));
    expect(heard.map(({ kind }) => kind)).toEqual([
      'turn began',
      'spent',
      'call began',
      'call ended',
      'turn began',
      'spent',
    ]);
    expect(heard[1]).toMatchObject({ kind: 'spent', who: 'tester', usage: USAGE });
  });
});

describe('the calls of a turn', () => {
  it('run side by side where they only read, and one after the other where they write, each with its own result', async () => {
    let looking = 0;
    let most = 0;
    const { tools, done } = deeds({
      look: async (word) => {
        looking += 1;
        most = Math.max(most, looking);
        await new Promise((resolve) => setImmediate(resolve));
        looking -= 1;
        return { text: `saw ${word}` };
      },
    });
    const look = (word: string) => calls('look', { word });
    const write = (word: string) => calls('write', { word });
    const model = scripted([says(look('a'), look('b'), write('c'), write('d'), look('e')), answers()]);
    await runAgent(await jobOf({ model, tools }));
    expect(most).toBe(2);
    expect(done.slice(0, 2).sort()).toEqual(['look a', 'look b']);
    expect(done.slice(2)).toEqual(['write c', 'write d', 'look e']);
    const results = resultsIn(model.asks[1]?.messages.at(-1)?.blocks);
    expect(results.map(({ text }) => text)).toEqual(['saw a', 'saw b', 'wrote c', 'wrote d', 'saw e']);
  });

  it('are at most eight at once', async () => {
    let looking = 0;
    let most = 0;
    const { tools } = deeds({
      look: async () => {
        looking += 1;
        most = Math.max(most, looking);
        await new Promise((resolve) => setImmediate(resolve));
        looking -= 1;
        return { text: 'seen' };
      },
    });
    const many = Array.from({ length: 30 }, (_, n) => calls('look', { word: `${n}` }));
    await runAgent(await jobOf({ model: scripted([says(...many), answers()]), tools }));
    expect(most).toBe(8);
  });

  it('that break are said to have broken, and the work goes on', async () => {
    const model = scripted([says(calls('break', { word: 'a' })), answers()]);
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'answered' });
    expect(lastHeard(model.asks[1])).toBe('The tool failed with an internal error: no such luck');
  });

  it('give no more than the conversation can hold', async () => {
    const { tools } = deeds({ look: async () => ({ text: 'x'.repeat(5_000_000) }) });
    const model = scripted([says(calls('look', { word: 'a' })), answers()]);
    await runAgent(await jobOf({ model, tools }));
    expect(lastHeard(model.asks[1]).length).toBeLessThan(210_000);
    expect(lastHeard(model.asks[1])).toContain('[… 4800000 characters left out …]');
  });
});

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < levels; n += 1) value = [value];
  return value;
};

describe('a call that cannot be run', () => {
  const hostile: readonly (readonly [string, Block, string])[] = [
    [
      'no JSON',
      { ...calls('write'), malformed: '{"word": "a' } as Block,
      'its input is no JSON object. It begins with "{\\"word\\": \\"a"',
    ],
    ['the wrong type', calls('write', { word: 7 }), 'the input does not match the schema'],
    ['a field too many', calls('write', { word: 'a', force: true }), 'the input does not match the schema'],
    ['a list', calls('write', ['a']), 'the input does not match the schema'],
    ['5 MB', calls('write', { word: 'x'.repeat(5_000_000) }), 'its input has 5000011 characters; the most is 1000000'],
    ['a NUL', calls('write', { word: 'a\0b' }), 'its input holds a NUL character'],
    ['a NUL in a name', calls('write', { 'a\0': 1 }), 'its input holds a NUL character'],
    ['a hundred thousand levels', calls('write', { word: deep(100_000) }), 'nested deeper than 64 levels'],
    [
      'a tool that there is not',
      calls('teleport', {}),
      'Nothing was run: there is no tool "teleport". The tools are: look, write, break, ask-person, answer.',
    ],
    ['a tool of the language’s own', calls('constructor', {}), 'there is no tool "constructor"'],
    ['no name', calls('', {}), 'there is no tool ""'],
  ];

  it.each(hostile)('because of %s is answered as its result, and nothing runs', async (_, call, reason) => {
    const { tools, done } = deeds();
    const model = scripted([says(call), answers()]);
    expect(await runAgent(await jobOf({ model, tools }))).toMatchObject({ ended: 'answered' });
    expect(done).toEqual([]);
    const [result] = resultsIn(model.asks[1]?.messages.at(-1)?.blocks);
    expect(result).toMatchObject({ of: call.kind === 'call' ? call.id : '', failed: true });
    expect(result?.text).toContain(reason);
    expect(JSON.stringify(model.asks[1]).length).toBeLessThan(20_000);
  });

  it('because it is one of two hundred is answered two hundred times, and nothing runs', async () => {
    const { tools, done } = deeds();
    const many = Array.from({ length: 200 }, (_, n) => calls('write', { word: `${n}` }));
    const model = scripted([says(...many), answers()]);
    expect(await runAgent(await jobOf({ model, tools }))).toMatchObject({ ended: 'answered' });
    expect(done).toEqual([]);
    const results = resultsIn(model.asks[1]?.messages.at(-1)?.blocks);
    expect(results).toHaveLength(200);
    expect(new Set(results.map(({ of }) => of)).size).toBe(200);
    expect(results[0]?.text).toBe('Nothing was run: the turn has 200 calls; the limit is 32.');
  });

  it('stops nothing that stands beside it', async () => {
    const { tools, done } = deeds();
    const model = scripted([says(calls('teleport'), calls('write', { word: 'a' })), answers()]);
    await runAgent(await jobOf({ model, tools }));
    expect(done).toEqual(['write a']);
  });

  it('three turns in a row ends the work', async () => {
    const model = scripted([1, 2, 3].map((n) => says(calls('teleport', { n }))));
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'failed', why: 'wrong', turns: 3 });
  });
});

describe('a turn that was cut off', () => {
  it('inside a call runs none of its calls, is told so, and goes on', async () => {
    const { tools, done } = deeds();
    const cut = stopped('length', calls('write', { word: 'whole' }), { ...calls('write'), malformed: '{"wo' } as Block);
    const model = scripted([cut, says(calls('write', { word: 'small' })), answers()]);
    expect(await runAgent(await jobOf({ model, tools }))).toMatchObject({ ended: 'answered' });
    expect(done).toEqual(['write small']);
    const results = resultsIn(model.asks[1]?.messages.at(-1)?.blocks);
    expect(results).toHaveLength(2);
    for (const { text, failed } of results) expect([failed, text]).toEqual([true, expect.stringContaining('cut off')]);
  });

  it('inside its words is told to be shorter', async () => {
    const model = scripted([stopped('length', 'On and on and'), answers()]);
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'answered' });
    expect(lastHeard(model.asks[1])).toContain('was cut off');
  });

  it('before it had said anything is asked for again', async () => {
    const model = scripted([stopped('length'), answers()]);
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'answered' });
    expect(model.asks[1]?.messages.map(({ role }) => role)).toEqual(['user']);
  });
});

describe('an answer', () => {
  it('that does not fit goes back with what is wrong, and may be made good', async () => {
    const model = scripted([says(calls('answer', { text: '' })), answers('better')]);
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'answered', answer: { text: 'better' } });
    expect(lastHeard(model.asks[1])).toContain('The answer does not match the schema.\n✖ Too small');
  });

  it('that is wrong three times ends the work', async () => {
    const model = scripted([1, 2, 3].map((n) => says(calls('answer', { n }))));
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'failed', why: 'wrong', turns: 3 });
  });

  it('beside other calls is taken when those were done and none failed', async () => {
    const { tools, done } = deeds();
    const model = scripted([says(calls('answer', { text: 'ok' }), calls('write', { word: 'a' }))]);
    expect(await runAgent(await jobOf({ model, tools }))).toMatchObject({ ended: 'answered', answer: { text: 'ok' } });
    expect(done).toEqual(['write a']);
  });

  it('beside a call that failed goes back, since it was written without knowing that', async () => {
    const model = scripted([
      says(calls('break', { word: 'a' }), calls('answer', { text: 'all well' })),
      answers('not well'),
    ]);
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ answer: { text: 'not well' } });
    expect(lastHeard(model.asks[1])).toContain('Not handed in: another call of the same turn failed.');
  });

  it('must be one', async () => {
    const two = says(calls('answer', { text: 'yes' }), calls('answer', { text: 'no' }));
    const model = scripted([two, answers('maybe')]);
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ answer: { text: 'maybe' } });
  });

  it('in words alone is asked for as a call', async () => {
    const model = scripted([says('I am done.'), answers()]);
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'answered' });
    expect(lastHeard(model.asks[1])).toContain('call `answer` if you are done');
  });
});

describe('a call whose input held a secret', () => {
  const redact = (text: string) => text.replaceAll('hunter2', '[redacted: secret]');

  it('is refused, since what is written down would do something else than was asked for', async () => {
    const { tools, done } = deeds();
    const model = scripted([says(calls('write', { word: 'hunter2' }), calls('write', { word: 'b' })), answers()]);
    const ended = await runAgent(await jobOf({ model, tools }, { redact, clock: quickClock() }));
    expect(ended).toMatchObject({ ended: 'answered' });
    expect(done).toEqual(['write b']);
    expect(lastHeard(model.asks[1])).toMatch(/^Nothing was run: the input contains what looks like a secret/);
  });
});

describe('a conversation that no longer fits', () => {
  it('is begun afresh once, with what was done told from the record', async () => {
    const { tools, done } = deeds();
    const model = scripted([
      says('I look first.', calls('look', { word: 'src/a.ts' })),
      says(calls('write', { word: 'b' })),
      stopped('overflow'),
      answers(),
    ]);
    expect(await runAgent(await jobOf({ model, tools }))).toMatchObject({ ended: 'answered', turns: 4 });
    expect(done).toEqual(['look src/a.ts', 'write b']);
    const afresh = model.asks[3];
    expect(afresh?.messages).toHaveLength(1);
    expect(lastHeard(afresh)).toMatch(/^Do it\.\n/);
    expect(lastHeard(afresh)).toContain('- look word="src/a.ts"\n- write word="b"');
    expect(lastHeard(afresh)).toContain('What you said last:\nI look first.');
  });

  it('is told once more that it has to come to an end', async () => {
    const many = Array.from({ length: 8 }, (_, n) => says(calls('look', { word: `${n}` })));
    const model = scripted([...many, stopped('overflow'), answers()]);
    const limits = { ...role.limits, turns: 10 };
    expect(await runAgent(await jobOf({ model, role: { ...role, limits } }))).toMatchObject({ ended: 'answered' });
    expect([8, 9].map((n) => lastHeard(model.asks[n]).includes('Finish now'))).toEqual([true, true]);
  });

  it('still holds what a person had answered long before', async () => {
    const many = Array.from({ length: 4 }, (_, n) => says(calls('look', { word: `${n}` })));
    const model = scripted([says(calls('ask-person', { word: 'Which?' })), ...many, stopped('overflow'), answers()]);
    await runAgent(await jobOf({ model, answerTo: () => 'The blue one.' }));
    expect(lastHeard(model.asks.at(-1))).toContain('The blue one.');
  });

  it('again, after some good turns, is begun afresh again', async () => {
    const turn = (word: string) => says(calls('look', { word }));
    const model = scripted([turn('a'), stopped('overflow'), turn('b'), stopped('overflow'), answers()]);
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'answered', turns: 5 });
  });

  it('not even afresh ends the work', async () => {
    const model = scripted([stopped('overflow'), stopped('overflow')]);
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'failed', why: 'overflow' });
  });
});

describe('a model that declines', () => {
  it('ends the work, and what it had begun to ask for does not run', async () => {
    const { tools, done } = deeds();
    const model = scripted([stopped('declined', calls('write', { word: 'a' }))]);
    expect(await runAgent(await jobOf({ model, tools }))).toMatchObject({ ended: 'failed', why: 'declined' });
    expect(done).toEqual([]);
  });
});

describe('thinking', () => {
  const thinking = (thought: string): Block => ({
    kind: 'thinking',
    raw: { type: 'thinking', thinking: thought, signature: '' },
  });
  const thoughts = (blocks: readonly Block[] | undefined) => (blocks ?? []).filter(({ kind }) => kind === 'thinking');

  it('is given back unchanged', async () => {
    const checked = (model: ReturnType<typeof scripted>) => thoughts(model.asks[1]?.messages[1]?.blocks);
    const thought = await signed('hm, hunter2');
    const model = scripted([says(thought, calls('look', { word: 'a' })), answers()]);
    await runAgent(await jobOf({ model }));
    expect(checked(model)).toEqual([thought]);
  });

  it('that redaction had to touch is left out, since the service would refuse the whole conversation', async () => {
    const redact = (text: string) => text.replaceAll('hunter2', '[redacted: secret]');
    const model = scripted([
      says(await signed('hm, hunter2'), await signed('well'), calls('look', { word: 'a' })),
      answers(),
    ]);
    await runAgent(await jobOf({ model }, { redact, clock: quickClock() }));
    expect(thoughts(model.asks[1]?.messages[1]?.blocks)).toEqual([await signed('well')]);
  });

  it('alone is a turn in which nothing was said', async () => {
    const model = scripted([says(thinking('hm')), answers()]);
    expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'answered' });
  });
});

/** As the stand-in of the service signs it. */
async function signed(thought: string): Promise<Block> {
  const { digest } = await import('../../src/sample/model/request.js');
  return { kind: 'thinking', raw: { type: 'thinking', thinking: thought, signature: digest(thought) } };
}

describe('an overloaded model service', () => {
  const overloaded = () => new ModelError('overloaded', { isRetryable: true, isOverloaded: true });
  const signed = (thinking: string): Block => ({
    kind: 'thinking',
    raw: { type: 'thinking', thinking, signature: digest(thinking) },
  });
  const asked = (model: ReturnType<typeof scripted>) => model.asks.map((ask) => ask.model);
  const { sonnet, opus } = models;

  describe('an overloaded model', () => {
    it('is asked three times, then the second one, which answers', async () => {
      const model = scripted([overloaded(), overloaded(), overloaded(), answers('there')]);
      expect(await runAgent(await jobOf({ model }))).toMatchObject({ ended: 'answered', turns: 1 });
      expect(asked(model)).toEqual([sonnet.id, sonnet.id, sonnet.id, opus.id]);
    });

    it('is asked first again for the next turn', async () => {
      const model = scripted([overloaded(), overloaded(), overloaded(), says(calls('look', { word: 'a' })), answers()]);
      await runAgent(await jobOf({ model }));
      expect(asked(model).slice(3)).toEqual([opus.id, sonnet.id]);
    });

    it('is not given the thinking of the other one, and that one not its', async () => {
      const look = (word: string) => says(signed('Hm.'), calls('look', { word }));
      const model = scripted([look('a'), overloaded(), overloaded(), overloaded(), look('b'), answers()]);
      await runAgent(await jobOf({ model }));
      const thoughts = model.asks.map(
        ({ messages }) => messages.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'thinking').length,
      );
      // After its own turn the first model gets one thought back, the second none, and then the first its own again.
      expect(thoughts).toEqual([0, 1, 1, 1, 0, 1]);
    });

    it('leaves what the second one said at that one’s price', async () => {
      const usage = { in: 100_000, out: 0, cacheRead: 0, cacheWrite: 0 };
      const model = scripted([overloaded(), overloaded(), overloaded(), { ...answers(), usage }]);
      const ended = await runAgent(await jobOf({ model }));
      expect(ended.spent.usd).toBeCloseTo(costOf(usage, opus.price), 9);
    });

    it('is waited for where other trouble came between', async () => {
      const other = new ModelError('the stream broke', { isRetryable: true });
      const model = scripted([overloaded(), overloaded(), other, overloaded(), answers()]);
      await runAgent(await jobOf({ model }));
      expect(new Set(asked(model))).toEqual(new Set([sonnet.id]));
    });
  });

  describe('the model of a role', () => {
    const role = { name: 'editor', tier: 'sonnet' } as const;
    const configured = modelsOf({ provider: 'anthropic', roles: { editor: { tier: 'opus', effort: 'high' } } });

    it('is the configured tier, with its effort', () => {
      expect(choiceFor(role, configured)).toMatchObject({ id: opus.id, effort: 'high' });
      expect(choiceFor({ ...role, name: 'reviewer' }, configured)).toMatchObject({ id: sonnet.id });
    });

    it('has no second one where both tiers are the same model', () => {
      const same = { id: 'mine', price: { in: 1, out: 1 } };
      const one = modelsOf({ provider: 'anthropic', roles: {}, sonnet: same, opus: same });
      expect(choiceFor(role, one)).not.toHaveProperty('second');
    });

    it('is asked with the effort', async () => {
      const model = scripted([answers()]);
      const job = await jobOf({
        model,
        models: modelsOf({ provider: 'anthropic', roles: { tester: { effort: 'max' } } }),
      });
      await runAgent(job);
      expect(model.asks[0]).toMatchObject({ effort: 'max' });
    });
  });
});
