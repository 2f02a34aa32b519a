// A model that is overloaded, and the second one that is asked instead.
import { describe, expect, it } from '@jest/globals';
import { choiceFor, costOf, modelsOf } from '../../src/agent/cost.js';
import { runAgent } from '../../src/agent/run.js';
import { type Block, ModelError } from '../../src/ports/model.js';
import { digest } from '../../src/sample/model/request.js';
import { answers, calls, jobOf, models, says, scripted } from './at-work.js';

const overloaded = () => new ModelError('overloaded', { again: true, overloaded: true });
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
    const other = new ModelError('the stream broke', { again: true });
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
