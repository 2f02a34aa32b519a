// The debug loop: what follows a verdict, whether a plan is another one, and which tests a change has to make pass.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openWorkspace } from '../../../src/adapters/workspace/index.js';
import { testsThatLoad } from '../../../src/agent/map/index.js';
import { isAnotherPlan, type LoopVerdict, nextStep } from '../../../src/workflows/fix/rules/debug-loop.js';
import { sweep } from '../../build/sweep.js';
import { answer, edit, repositoryOf, sumBench, TASK, turn } from './at-work.js';

/** The specification's own sentences, read a second time and written down another way: as a loop over mutable numbers. */
function asTheSpecificationSays(history: readonly LoopVerdict[]) {
  let [consecutive, total, replans] = [0, 0, 0];
  let says = 'again';
  for (const verdict of history.filter((each) => each !== 'INFRA_ERROR')) {
    total += 1;
    says = 'again';
    if (verdict === 'FAIL') {
      consecutive += 1;
      const hardStop = total === 12;
      if (hardStop) return { is: 'stop', consecutive, total, replans };
      if (consecutive === 3) {
        [says, consecutive] = ['replan', 0];
        replans += 1;
      }
    } else {
      [says, consecutive, total] = ['done', 0, 0];
    }
  }
  return { is: history.at(-1) === 'INFRA_ERROR' ? 'again' : says, consecutive, total, replans };
}

const told = (history: readonly LoopVerdict[]) => {
  const { is, counters } = nextStep(history);
  const { consecutive_failures: consecutive, total_verify_loops: total, replans } = counters;
  return { is, consecutive, total, replans };
};

const fails = (count: number): readonly LoopVerdict[] => Array.from({ length: count }, () => 'FAIL');

/** Every sequence of PASS and FAIL of a length, as the digits of a number. */
const everySequence = (length: number): readonly (readonly LoopVerdict[])[] =>
  Array.from({ length: 2 ** length }, (_, number) =>
    Array.from({ length }, (_, bit) => ((number >> bit) & 1 ? 'PASS' : 'FAIL')),
  );

describe('what is next in the debug loop', () => {
  it('tells the example of the specification, attempt by attempt', () => {
    const scenario = [
      { is: 'again', consecutive: 1, total: 1, replans: 0 },
      { is: 'again', consecutive: 2, total: 2, replans: 0 },
      { is: 'replan', consecutive: 0, total: 3, replans: 1 },
      { is: 'again', consecutive: 1, total: 4, replans: 1 },
      { is: 'again', consecutive: 2, total: 5, replans: 1 },
      { is: 'replan', consecutive: 0, total: 6, replans: 2 },
      { is: 'again', consecutive: 1, total: 7, replans: 2 },
      { is: 'again', consecutive: 2, total: 8, replans: 2 },
      { is: 'replan', consecutive: 0, total: 9, replans: 3 },
      { is: 'again', consecutive: 1, total: 10, replans: 3 },
      { is: 'again', consecutive: 2, total: 11, replans: 3 },
      { is: 'stop', consecutive: 3, total: 12, replans: 3 },
    ];
    expect(scenario.map((_, attempt) => told(fails(attempt + 1)))).toEqual(scenario);
  });

  it('begins with nothing counted', () => {
    expect(told([])).toEqual({ is: 'again', consecutive: 0, total: 0, replans: 0 });
  });

  it('is done with a green at the very last attempt', () => {
    expect(told([...fails(11), 'PASS'])).toEqual({ is: 'done', consecutive: 0, total: 0, replans: 3 });
  });

  it('agrees with a second reading of the specification on all sequences up to fourteen attempts', () => {
    for (let length = 0; length <= 14; length += 1) {
      const wrong = everySequence(length).filter(
        (history) => JSON.stringify(told(history)) !== JSON.stringify(asTheSpecificationSays(history)),
      );
      expect(wrong).toEqual([]);
    }
  });

  it('agrees with it where attempts could not run at all', () => {
    const verdict = fc.constantFrom<LoopVerdict>('FAIL', 'FAIL', 'FAIL', 'PASS', 'INFRA_ERROR');
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: 30 }), (history) => {
        // Behind a stop nothing follows, so the second reading ends there as well.
        const stop = history.findIndex((_, n) => asTheSpecificationSays(history.slice(0, n + 1)).is === 'stop');
        const lived = stop < 0 ? history : history.slice(0, stop + 1);
        expect(told(history)).toEqual(asTheSpecificationSays(lived));
      }),
      { numRuns: sweep(2_000) },
    );
  });

  it('counts no attempt that could not run', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<LoopVerdict>('FAIL', 'PASS', 'INFRA_ERROR'), { maxLength: 20 }),
        (history) => {
          const counted = history.filter((each) => each !== 'INFRA_ERROR');
          expect(nextStep(history).counters).toEqual(nextStep(counted).counters);
        },
      ),
    );
  });

  it('never lets more than twelve attempts fail between two greens, and never asks for a fourth new plan', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<LoopVerdict>('FAIL', 'FAIL', 'INFRA_ERROR'), { maxLength: 40 }),
        (history) => {
          const { is, counters } = nextStep(history);
          expect(counters.total_verify_loops).toBeLessThanOrEqual(12);
          expect(counters.replans).toBeLessThanOrEqual(3);
          expect(is === 'stop').toBe(counters.total_verify_loops === 12);
        },
      ),
    );
  });
});

const of = (approach: string, diffDigest?: string) => ({ approach, diffDigest });
const CACHE = 'Cache the parsed file by its path and its time of change';

describe('whether a new plan is one', () => {
  it.each([
    ['in the same words', CACHE],
    ['in another order', 'By its time of change and its path, cache the file, parsed'],
    ['in another case, with other punctuation', '- CACHE: the *parsed* file; by its path; and (its) time of change!'],
    ['with words that carry nothing', `This time I will try again, differently: ${CACHE}, and carefully so.`],
    ['with other endings', 'Caching the parsed files by path and time of changes'],
    ['in wide letters', 'Ｃａｃｈｅ the parsed file by its path and its time of change'],
  ])('is not when it is the old one %s', (_, again) => {
    expect(isAnotherPlan(of(again), [of('Read the file in a stream'), of(CACHE)])).toBe(false);
  });

  it.each([
    ['another thing to be done', 'Parse the file once at the start and hand it on'],
    ['another number', `${CACHE}, for 5 minutes`],
  ])('is when it is about %s', (_, other) => {
    expect(isAnotherPlan(of(other), [of(CACHE)])).toBe(true);
  });

  it('is none when it says nothing', () => {
    expect(isAnotherPlan(of(''), [])).toBe(false);
    expect(isAnotherPlan(of('Another, different approach. Try again!'), [])).toBe(false);
  });

  it('is not when other words come to the same diff', () => {
    expect(isAnotherPlan(of('Guard the index', 'd1'), [of(CACHE, 'd1')])).toBe(false);
    expect(isAnotherPlan(of('Guard the index', 'd2'), [of(CACHE, 'd1')])).toBe(true);
  });

  it('takes diffs that are not there yet for no same diff', () => {
    expect(isAnotherPlan(of('Guard the index'), [of(CACHE)])).toBe(true);
    expect(isAnotherPlan(of('Guard the index', ''), [of(CACHE, '')])).toBe(true);
  });

  it.each([
    [
      '同じ',
      '解析結果をファイルのパスと更新時刻でキャッシュする',
      '解析結果をファイルのパスと更新時刻でキャッシュする',
    ],
    [
      '語順を変えた',
      '解析結果をファイルのパスと更新時刻でキャッシュする',
      '更新時刻とファイルのパスで、解析結果をキャッシュします。',
    ],
    ['半角にした', '解析結果をキャッシュする', '今度は別の方法で、解析結果をｷｬｯｼｭする'],
  ])('reads Japanese: %s plan is the old one', (_, before, again) => {
    expect(isAnotherPlan(of(again), [of(before)])).toBe(false);
  });

  it('reads Japanese: another plan is another', () => {
    expect(isAnotherPlan(of('起動時に一度だけ読み込む'), [of('解析結果をファイルのパスでキャッシュする')])).toBe(true);
    expect(isAnotherPlan(of('そのままにする'), [of('やりなおす')])).toBe(true);
  });

  it('holds for every plan: shuffled, shouted and punctuated it is the same', () => {
    const word = fc.constantFrom(
      'index',
      'guard',
      'cache',
      'stream',
      'path',
      'retry2',
      '解析',
      'キャッシュ',
      'sum_all',
      '12',
    );
    const plan = fc.uniqueArray(word, { minLength: 1, maxLength: 8 });
    const shuffled = plan.chain((words) =>
      fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })),
    );
    fc.assert(
      fc.property(shuffled, fc.constantFrom(', ', ' – the ', '; and ', ' … '), ([words, again], between) => {
        expect(isAnotherPlan(of(again.join(between).toUpperCase()), [of(words.join(' '))])).toBe(false);
        expect(isAnotherPlan(of([...words, 'backwards'].join(' ')), [of(again.join(' '))])).toBe(true);
      }),
    );
  });
});

const RENAME = 'rename the first parameter of add in add.js to one';
const rename = turn(edit('add.js', '(a, b)', '(one, b)'), edit('add.js', 'a - b', 'one - b'));
const shownBy = [{ file: 'test/little.test.js', test: 'does nothing with zero' }];

describe('a test that failed before and loads a changed file', () => {
  it('fails the verification, until the Editor excludes it with a reason; nothing is run again for that', async () => {
    const why = 'A rename leaves the result as it is.';
    const { ask, view, model } = await sumBench([
      rename,
      turn(answer({ kind: 'other', shownBy })),
      turn(answer({ kind: 'other', shownBy, notTargets: [{ test: 'adds', why }] })),
    ]);
    const { run, outcome } = await ask(['fix', RENAME]);
    expect(outcome.name).toBe('done');
    expect(outcome.says).toContain(why);
    expect(JSON.stringify(model.requests[2]?.body)).toContain(
      'List those that the task does not cover in `notTargets`, each with the reason',
    );
    const { verification, counters } = await view(run);
    expect(verification.map(({ ref }) => ref)).toEqual(['baseline', 'loop-1']);
    expect(counters).toEqual({ consecutive_failures: 0, total_verify_loops: 0, replans: 0 });
  });

  it('counts as a failed verification each time another change leaves it failing', async () => {
    const { ask, view } = await sumBench([
      ...['one - b + 0', 'one - b + 0 + 0'].flatMap((to, n) => [
        n === 0 ? rename : turn(edit('add.js', 'one - b', to)),
        turn(answer({ kind: 'other', shownBy, approach: `Idea ${n}: write it out` })),
      ]),
      turn(answer({ result: 'cannot', hypotheses: ['The sign; add(1, 2) printed would show it.'] })),
    ]);
    const { run, outcome } = await ask(['fix', RENAME]);
    expect(outcome.name).toBe('stuck');
    expect((await view(run)).counters).toMatchObject({ consecutive_failures: 2, total_verify_loops: 2 });
  });
});

describe('the test files that load a changed file', () => {
  const loaders = async (files: Readonly<Record<string, string>>, changed: string) => {
    const tests = Object.keys(files).filter((file) => /test/.test(file));
    return testsThatLoad(openWorkspace(await repositoryOf(files)), { tests, changed: [changed] });
  };

  it('are those that import it, and those that import a file which re-exports it', async () => {
    const files = {
      'src/sum.ts': 'export const sum = 1;\n',
      'src/other.ts': 'export const other = 1;\n',
      'src/uses.ts': "import { sum } from './sum.js';\nexport const twice = sum * 2;\n",
      'src/index.ts': "export * from './sum.js';\nexport * from './other.js';\n",
      'test/direct.test.ts': "import { sum } from '../src/sum.js';\n",
      'test/barrel.test.ts': "import { sum } from '../src/index.js';\n",
      'test/uses.test.ts': "import { twice } from '../src/uses.js';\n",
      'test/other.test.ts': "import { other } from '../src/other.js';\n",
    };
    expect((await loaders(files, 'src/sum.ts')).toSorted()).toEqual(['test/barrel.test.ts', 'test/direct.test.ts']);
    expect(await loaders(files, 'test/other.test.ts')).toEqual([]);
  });

  it('are found through a Python package and a Go package', async () => {
    const python = {
      'shop/__init__.py': 'from .cart import Cart\n',
      'shop/cart.py': 'class Cart:\n    pass\n',
      'tests/test_cart.py': 'from shop import Cart\n',
      'tests/test_none.py': 'import os\n',
    };
    expect(await loaders(python, 'shop/cart.py')).toEqual(['tests/test_cart.py']);
    const go = {
      'cart/cart.go': 'package cart\n',
      'cart/cart_test.go': 'package cart\n',
      'b/b_test.go': 'package b\n',
    };
    expect(await loaders(go, 'cart/cart.go')).toEqual(['cart/cart_test.go']);
  });
});

describe('a run that ends stuck', () => {
  const guess = { hypotheses: ['If `add(4, 0)` gives 4, the sign is the cause; all tests pass once it is turned.'] };
  const asks = {
    when: { first: 'ended without an accepted change', turn: 1 },
    ...turn(answer({ result: 'cannot', ...guess })),
  };

  it.each([
    [
      'gives up without hypotheses',
      [turn(answer({ result: 'cannot', why: 'Both cannot hold.' }))],
      'The model’s reason (not verified):\n\n> - Both cannot hold.\n',
    ],
    ['hands in nothing three times', [turn(answer()), turn(answer()), turn(answer())], 'not verified'],
  ])('asks for hypotheses once where the Editor %s, and quotes them whole', async (_what, turns, quoted) => {
    const { ask, model } = await sumBench([asks, ...turns]);
    const { outcome } = await ask(['fix', TASK]);
    expect(outcome).toMatchObject({ name: 'stuck', result: { report: guess } });
    expect(outcome.says).toContain(guess.hypotheses[0]);
    expect(outcome.says).toContain(quoted);
    expect(model.requests).toHaveLength(turns.length + 1);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('ended without an accepted change');
  });

  it('asks for none where the Editor named some, and ends the same where no answer comes', async () => {
    const named = answer({ result: 'cannot', hypotheses: ['The sign.'] });
    const { ask, model } = await sumBench([turn(named)]);
    expect((await ask(['fix', TASK])).outcome.name).toBe('stuck');
    expect(model.requests).toHaveLength(1);
    const silent = await sumBench([turn(answer({ result: 'cannot', why: 'Both cannot hold.' }))]);
    expect((await silent.ask(['fix', TASK])).outcome).toMatchObject({
      name: 'stuck',
      result: { report: { hypotheses: ['Both cannot hold.'] } },
    });
  });
});
