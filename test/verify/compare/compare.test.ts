import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import {
  type ComparedVerifications,
  compare,
  mayRunInParallel,
  say,
  type Verify,
  verifyAgainst,
} from '../../../src/verify/compare/index.js';
import type { StepRecord, TestRecord, VerificationRecord } from '../../../src/verify/records.js';
import { sweep } from '../../build/sweep.js';
import { recordOf } from './notation.js';

const testRecord = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  name: fc.constant('n'),
  status: fc.constantFrom<TestRecord['status']>('passed', 'failed', 'skipped'),
});

const stepRecord: fc.Arbitrary<StepRecord> = fc
  .record({
    name: fc.constantFrom('lint', 'test'),
    tests: fc.option(fc.array(testRecord, { maxLength: 6 }), { nil: undefined }),
    status: fc.constantFrom<StepRecord['status']>('PASS', 'FAIL', 'INFRA_ERROR'),
    ended: fc.constantFrom<StepRecord['ended']>('itself', 'itself', 'time-out', 'signal', 'cancelled', 'not started'),
  })
  .map((some) => ({ command: 'x', cwd: '.', exit: 0, ms: 1, log: '', sha256: '', format: 'tap' as const, ...some }));

const record: fc.Arbitrary<VerificationRecord> = fc
  .array(stepRecord, { maxLength: 3 })
  .map((steps) => ({ ...recordOf([]), steps }));
const records = fc.array(record, { maxLength: 2 });

const has = (of: VerificationRecord, wanted: 'passed' | 'failed', id: string): boolean =>
  of.steps.some((step) => step.tests?.some((test) => test.id === id && test.status === wanted));

const idOf = (name: string): string => name.replace(/^.*: /, '').replace(/ \(\d+\)$/, '');

describe('whatever the records say', () => {
  it('nothing is called fixed that was not seen to fail on base and to pass on head', () => {
    fc.assert(
      fc.property(record, record, records, records, (base, head, more, again) => {
        const { fixed } = compare({ base, head, again: { base: more, head: again } });
        for (const name of fixed.filter((each) => !/^step /.test(each))) {
          expect([name, has(base, 'failed', idOf(name)), has(head, 'passed', idOf(name))]).toEqual([name, true, true]);
        }
      }),
      { numRuns: sweep(500) },
    );
  });

  it('a name stands in one list at most', () => {
    fc.assert(
      fc.property(record, record, (base, head) => {
        const { fixed, broken, before, flaky, added, removed, refused, silenced, unknown } = compare({ base, head });
        const all = [fixed, broken, before, flaky, added, removed, refused, silenced, unknown].flat();
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  it('a record against itself is never better nor worse', () => {
    fc.assert(
      fc.property(record, (one) => {
        expect(['same', 'unknown']).toContain(compare({ base: one, head: one }).verdict);
      }),
    );
  });

  it('a later contradiction takes a claim back, and never makes one', () => {
    fc.assert(
      fc.property(record, record, records, records, (base, head, more, again) => {
        const before = compare({ base, head });
        const after = compare({ base, head, again: { base: more, head: again } });
        for (const list of ['fixed', 'broken', 'refused'] as const)
          for (const name of after[list]) expect(before[list]).toContain(name);
      }),
    );
  });

  it('"better" needs something fixed, "worse" something that fails on head', () => {
    fc.assert(
      fc.property(record, record, (base, head) => {
        const { verdict, fixed, broken, refused } = compare({ base, head });
        if (verdict === 'better') expect([fixed.length > 0, broken, refused]).toEqual([true, [], []]);
        if (verdict === 'worse') expect(broken.length + refused.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('reasons', () => {
  const compared = compare({
    base: recordOf(['lint+', 'test: a- b+ c+ d+ e+', 'e2e+']),
    head: recordOf(['lint !time-out', 'test: a+ b- c- d- e-', 'e2e ?no browser here.']),
  });

  it('name what broke before what was fixed, and no more than three of a kind', () => {
    expect(compared.reasons.slice(0, 2)).toEqual([
      '5 passed on base and failed on head: step lint, b, c, and 2 more.',
      '1 failed on base and passed on head: a.',
    ]);
  });

  it('say what could not be run and what did not end by itself', () => {
    expect(compared.reasons).toContain('`e2e` could not run on head: no browser here.');
    expect(compared.reasons).toContain('`lint` did not finish on head: it reached the time limit.');
  });

  it('are there in Japanese', () => {
    expect(compared.because.map((reason) => say(reason, 'ja'))[0]).toBe(
      'ベースで成功し、変更後に失敗: 5 件（step lint, b, c ほか 2 件）。',
    );
  });

  it('never let a run without tests pass for one whose tests pass', () => {
    expect(compare({ base: recordOf(['lint+']), head: recordOf(['lint+']) }).reasons).toContain(
      'No tests ran on head.',
    );
  });

  it('say of a pair that it may have been renamed', () => {
    const { because } = compare({
      base: recordOf(['test: "reads a file"+']),
      head: recordOf(['test: "reads the file"+']),
    });
    expect(because).toContainEqual({ kind: 'renamed', pairs: [['reads a file', 'reads the file']] });
  });
});

/** A record whose steps are there to run tests, or lack a tool. */
const withSteps = (notation: readonly string[], more: readonly Partial<StepRecord>[]): VerificationRecord => {
  const record = recordOf(notation);
  return { ...record, steps: record.steps.map((step, n) => ({ ...step, ...more[n] })) };
};

describe('a step that is there to run tests', () => {
  const testing = { testing: true } as const;
  const mute = withSteps(['test-'], [testing]);

  it('and never told of one does not say, where it fails on both sides, that nothing broke', () => {
    const compared = compare({ base: mute, head: mute });
    expect([compared.verdict, compared.unknown, compared.before]).toEqual(['unknown', ['step test'], []]);
  });

  it('does say so where it told of its tests on one side', () => {
    const told = withSteps(['test: a- b+'], [testing]);
    expect(compare({ base: told, head: told })).toMatchObject({ verdict: 'same', before: ['a'] });
  });

  it('is another thing than a linter, which fails as it did', () => {
    const both = withSteps(['lint-', 'test: a+'], [{}, testing]);
    expect(compare({ base: both, head: both })).toMatchObject({ verdict: 'same', before: ['step lint'] });
  });
});

describe('a tool that is missing on head alone', () => {
  const noTool = { reason: { is: 'no-tool', name: 'go' } } as const;
  const head = withSteps(['test ?no go'], [noTool]);

  it('is a failure of the step that asks for it', () => {
    expect(compare({ base: recordOf(['test: a+']), head })).toMatchObject({ verdict: 'worse', broken: ['step test'] });
    const again = { base: [recordOf(['test: a+'])], head: [head] };
    expect(compare({ base: recordOf(['test: a+']), head, again }).broken).toEqual(['step test']);
  });

  it('says nothing of the change where base lacks it too, or something else could not run on head', () => {
    expect(compare({ base: head, head }).verdict).toBe('unknown');
    const [install, test] = ['install ?its host was refused', 'test ?no go'];
    const unprepared = withSteps([install, test], [{}, noTool]);
    expect(compare({ base: recordOf(['test: a+']), head: unprepared })).toMatchObject({
      verdict: 'unknown',
      broken: [],
    });
  });
});

describe('a suite of 20,000 tests that moved as a whole', () => {
  it('is compared, every test with its namesake', () => {
    const names = (file: string) => Array.from({ length: 20_000 }, (_, n) => `"${file} > test ${n}"+`).join(' ');
    const compared = compare({ base: recordOf([`test: ${names('a')}`]), head: recordOf([`test: ${names('b')}`]) });
    expect([compared.verdict, compared.removed.length]).toEqual(['same', 20_000]);
  });
});

const FOLDER = path.resolve(import.meta.dirname, '../../corpus/verify-compare');
const LISTS = ['fixed', 'broken', 'before', 'flaky', 'added', 'removed', 'refused', 'silenced', 'unknown'] as const;

interface Case {
  readonly name: string;
  readonly base: readonly string[];
  readonly head: readonly string[];
  readonly again?: { readonly base?: readonly (readonly string[])[]; readonly head?: readonly (readonly string[])[] };
  readonly expect: { readonly verdict: string } & { readonly [List in (typeof LISTS)[number]]?: readonly string[] };
}

const themes = readdirSync(FOLDER).filter((file) => file.endsWith('.yml'));
const casesOf = (file: string): readonly Case[] => parse(readFileSync(path.join(FOLDER, file), 'utf8'));

describe.each(themes)('%s', (file) => {
  it.each(casesOf(file))('$name', ({ base, head, again, expect: truth }) => {
    const compared = compare({
      base: recordOf(base),
      head: recordOf(head),
      again: { base: (again?.base ?? []).map(recordOf), head: (again?.head ?? []).map(recordOf) },
    });
    const { verdict, ...lists } = compared;
    const found = { verdict, ...Object.fromEntries(LISTS.map((list) => [list, lists[list]])) };
    const expected = { verdict: truth.verdict, ...Object.fromEntries(LISTS.map((list) => [list, truth[list] ?? []])) };
    expect(found).toEqual(expected);
  });
});

it('holds at least 120 cases', () => {
  expect(themes.flatMap(casesOf).length).toBeGreaterThanOrEqual(120);
});

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

const against = (verify: Verify, reruns = 2): Promise<ComparedVerifications> =>
  verifyAgainst({ base: '/base', head: '/head', verify, reruns, isParallel: true });

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
    for (const isParallel of [true, false]) {
      let [now, most] = [0, 0];
      const verify: Verify = async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return recordOf(['test: a+']);
      };
      await verifyAgainst({ base: '/b', head: '/h', verify, reruns: 2, isParallel });
      expect(most).toBe(isParallel ? 2 : 1);
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
    expect(mayRunInParallel({ commands: ['npm run lint', command], files: [] })).toEqual({ isAllowed: false, why });
  });

  it('so does a file for containers; an ordinary pipeline runs side by side', () => {
    const texts = { commands: ['npm test'], files: ['docker-compose.yml'] };
    expect(mayRunInParallel(texts).isAllowed).toBe(false);
    expect(mayRunInParallel({ commands: ['node --test', 'pytest -q'], files: ['package.json'] }).isAllowed).toBe(true);
  });
});
