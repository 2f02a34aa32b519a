// Which failing tests of the baseline a change has to make pass, and what a stuck run asks the Editor.
import { describe, expect, it } from '@jest/globals';
import { openWorkspace } from '../../../src/adapters/workspace/index.js';
import { loadersOf } from '../../../src/agent/map/index.js';
import { answer, edit, repositoryOf, sumBench, TASK, turn } from './at-work.js';

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
    expect(JSON.stringify(model.requests[2]?.body)).toContain('list in `notTargets` with the reason');
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
    return loadersOf(openWorkspace(await repositoryOf(files)), { tests, changed: [changed] });
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
    ['gives up without hypotheses', [turn(answer({ result: 'cannot', why: 'Both cannot hold.' }))]],
    ['hands in nothing three times', [turn(answer()), turn(answer()), turn(answer())]],
  ])('asks for hypotheses once where the Editor %s, and quotes them whole', async (_what, turns) => {
    const { ask, model } = await sumBench([asks, ...turns]);
    const { outcome } = await ask(['fix', TASK]);
    expect(outcome).toMatchObject({ name: 'stuck', result: { report: guess } });
    expect(outcome.says).toContain(guess.hypotheses[0]);
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
