import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Against, mayRunTogether, type Verify, verifyAgainst } from '../../../src/verify/compare/index.js';
import { recordOf } from './notation.js';

interface Rates {
  /** How often it fails there, of one. */
  readonly base: number;
  readonly head: number;
}

/** A repository whose tests fail as often as is said, with a given chance. */
function chancy(tests: Readonly<Record<string, Rates>>, chance: () => number): Verify {
  return async ({ side, only }) => {
    const asked =
      only?.flatMap((again) => again.tests?.map(({ id }) => id) ?? Object.keys(tests)) ?? Object.keys(tests);
    return recordOf([
      `test: ${asked.map((id) => `${id}${chance() < (tests[id]?.[side] ?? 0) ? '-' : '+'}`).join(' ')}`,
    ]);
  };
}

/** Numbers that look like chance and are the same each time. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const against = (verify: Verify, reruns = 2): Promise<Against> =>
  verifyAgainst({ base: '/base', head: '/head', verify, reruns, together: true });

describe('chance', () => {
  const steady = { right: { base: 1, head: 0 }, wrong: { base: 0, head: 1 }, red: { base: 1, head: 1 } };

  it.each([0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9])(
    'of %d is called neither fixed nor broken in 95 of 100 runs, and what is steady is told in all',
    async (rate) => {
      const chance = chanceFrom(Math.round(rate * 1000));
      let well = 0;
      for (let run = 0; run < 400; run += 1) {
        const { comparison } = await against(chancy({ ...steady, chancy: { base: rate, head: rate } }, chance));
        expect(comparison.fixed).toContain('right');
        expect(comparison.broken).toContain('wrong');
        expect(comparison.before).toContain('red');
        if (![...comparison.fixed, ...comparison.broken].includes('chancy')) well += 1;
      }
      expect(well).toBeGreaterThanOrEqual(380);
    },
  );

  it('never makes a repair of a break', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), async (seed, rate) => {
        const tests = { wrong: { base: 0, head: 1 }, chancy: { base: rate, head: 1 } };
        const { comparison } = await against(chancy(tests, chanceFrom(seed)));
        expect(comparison.fixed).toEqual([]);
        expect(comparison.verdict).toBe('worse');
      }),
    );
  });
});

describe('what is run again', () => {
  /** Plays records, and remembers what it was asked. */
  function scripted(scripts: Readonly<Record<'base' | 'head', readonly string[]>>) {
    const asked: string[] = [];
    const turns = { base: 0, head: 0 };
    const verify: Verify = async ({ tree, side, only }) => {
      const which = only
        ?.map(({ step, tests }) => `${step}(${tests?.map(({ id }) => id).join(' ') ?? 'all'})`)
        .join(' ');
      asked.push(`${tree} ${which ?? 'everything'}`);
      const text = scripts[side][turns[side]] ?? 'test:';
      turns[side] += 1;
      return recordOf(text.split(', '));
    };
    return { asked, verify };
  }

  it('is nothing when nothing differs', async () => {
    const { asked, verify } = scripted({ base: ['test: a+ b-'], head: ['test: a+ b-'] });
    await against(verify);
    expect(asked).toEqual(['/base everything', '/head everything']);
  });

  it('is only what differs, on both sides, as often as configured', async () => {
    const same = ['test: a- b+', 'test: a-', 'test: a-'];
    const { asked, verify } = scripted({ base: same, head: ['test: a+ b+', 'test: a+', 'test: a+'] });
    const { comparison } = await against(verify);
    expect(asked.slice(2)).toEqual(['/base test(a)', '/head test(a)', '/base test(a)', '/head test(a)']);
    expect(comparison.fixed).toEqual(['a']);
  });

  it('ends once everything was seen both ways', async () => {
    const { asked, verify } = scripted({ base: ['test: a-', 'test: a+'], head: ['test: a+', 'test: a+'] });
    expect((await against(verify, 5)).comparison.flaky).toEqual(['a']);
    expect(asked).toHaveLength(4);
  });

  it('is the whole step where the step itself differs', async () => {
    const { asked, verify } = scripted({ base: ['lint+', 'lint+', 'lint+'], head: ['lint-', 'lint-', 'lint-'] });
    await against(verify);
    expect(asked.slice(2)).toEqual(['/base lint(all)', '/head lint(all)', '/base lint(all)', '/head lint(all)']);
  });

  it('is asked of head alone where base has no such test', async () => {
    const { asked, verify } = scripted({ base: ['test: a+'], head: ['test: a+ b-', 'test: b-', 'test: b-'] });
    expect((await against(verify)).comparison.refused).toEqual(['b']);
    expect(asked.slice(2)).toEqual(['/head test(b)', '/head test(b)']);
  });

  it('is nothing when it is configured so; then the first look counts', async () => {
    const { asked, verify } = scripted({ base: ['test: a-'], head: ['test: a+'] });
    expect((await against(verify, 0)).comparison.fixed).toEqual(['a']);
    expect(asked).toHaveLength(2);
  });
});

describe('side by side', () => {
  it('both are at work at once where that is allowed, and one after the other where not', async () => {
    for (const together of [true, false]) {
      let [now, most] = [0, 0];
      const verify: Verify = async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return recordOf(['test: a+']);
      };
      await verifyAgainst({ base: '/b', head: '/h', verify, reruns: 2, together });
      expect(most).toBe(together ? 2 : 1);
    }
  });

  it('what collided over a port is run again one by one, and the collision says nothing', async () => {
    let runs = 0;
    const verify: Verify = async ({ side }) => {
      runs += 1;
      const collides = runs <= 2 && side === 'head';
      const record = recordOf([collides ? 'test-' : 'test+']);
      const tail = 'Error: listen EADDRINUSE: address already in use :::3000';
      return collides ? { ...record, steps: record.steps.map((step) => ({ ...step, tail })) } : record;
    };
    const { comparison } = await against(verify);
    expect([comparison.verdict, comparison.broken, comparison.flaky, runs]).toEqual(['same', [], [], 4]);
  });

  it('one side that throws is heard only after the other is done', async () => {
    let done = false;
    const verify: Verify = async ({ side }) => {
      if (side === 'base') throw new Error('no disk');
      await new Promise((resolve) => setTimeout(resolve, 20));
      done = true;
      return recordOf(['test: a+']);
    };
    await expect(against(verify)).rejects.toThrow('no disk');
    expect(done).toBe(true);
  });

  it.each([
    ['docker compose up -d && npm test', 'it starts containers'],
    ['vite preview --port 4173', 'it names a port'],
    ['start-server-and-test start http://x test', 'it waits for a server'],
    ['DATABASE_URL=postgres://x npm test', 'it talks to a database'],
    ['npx playwright test', 'it starts a browser server'],
  ])('%s keeps them apart: %s', (command, why) => {
    expect(mayRunTogether({ commands: ['npm run lint', command], files: [] })).toEqual({ together: false, why });
  });

  it('so does a file for containers; an ordinary pipeline runs side by side', () => {
    const texts = { commands: ['npm test'], files: ['docker-compose.yml'] };
    expect(mayRunTogether(texts).together).toBe(false);
    expect(mayRunTogether({ commands: ['node --test', 'pytest -q'], files: ['package.json'] }).together).toBe(true);
  });
});
