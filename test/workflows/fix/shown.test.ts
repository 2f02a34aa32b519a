// Whether anything shows that a change does what was asked for; and what is said where nothing does.
import { describe, expect, it } from '@jest/globals';
import { answer, benchOf, call, edit, repositoryOf, sumBench, TASK, turn, wrongSum } from './at-work.js';

const REMARK = edit('add.js', 'export', '// The difference is meant.\nexport');
const unproven = (of: Readonly<Record<string, unknown>> = {}) =>
  answer({ shownBy: [], notShown: 'A test cannot show it.', ...of });

/** Nothing fails in it before. */
const whole = { 'test/little.test.js': "import test from 'node:test';\ntest('nothing', () => {});\n" };

describe('a fix that only writes above the code what it means', () => {
  it.each([
    ['a bug that no test can show', [unproven(), unproven({ what: 'a' }), unproven({ what: 'b' })]],
    ['no bug', [unproven({ kind: 'other' }), unproven({ kind: 'other', what: 'a' }), unproven({ kind: 'feature' })]],
  ])('is not done because it calls that %s', async (_what, answers) => {
    const { ask, model } = await sumBench([turn(REMARK), ...answers.map((each) => turn(each))]);
    const { outcome } = await ask(['fix', TASK]);
    expect(outcome.name).toBe('stuck');
    expect(JSON.stringify(model.requests[2]?.body)).toContain('Only comments and whitespace differ');
  });

  it('is none of that in a dry run either', async () => {
    const { ask } = await sumBench(
      [REMARK, unproven(), unproven({ what: 'a' }), unproven({ what: 'b' })].map((each) => turn(each)),
    );
    expect((await ask(['fix', '--dry-run', TASK])).outcome.name).toBe('stuck');
  });

  it('is done where the task asks for such words', async () => {
    const { ask } = await sumBench([turn(REMARK), turn(unproven({ kind: 'other' }))], whole);
    const { outcome } = await ask(['fix', 'Put a comment above add in add.js that says that the difference is meant']);
    expect(outcome).toMatchObject({ name: 'done', result: { provenByTest: false } });
    expect(outcome.says).toMatch(/^\*\*Succeeded, not proven by a test\.\*\*/);
  });
});

describe('a fix that no test shows', () => {
  const rename = turn(edit('add.js', '(a, b)', '(one, b)'), edit('add.js', 'a - b', 'one - b'));

  it('has to say why none can, whatever it is', async () => {
    const { ask, model } = await sumBench([
      rename,
      turn(
        answer({
          ...{ kind: 'other', shownBy: [{ file: 'test/little.test.js', test: 'does nothing with zero' }] },
          notTargets: [{ test: 'adds', why: 'A rename leaves the result as it is.' }],
        }),
      ),
    ]);
    const { outcome } = await ask(['fix', 'rename the first parameter of add in add.js to one']);
    expect(outcome).toMatchObject({ name: 'done', result: { provenByTest: false } });
    // The change is accepted, and asked about once more.
    expect(model.requests).toHaveLength(3);
    const other = await sumBench(
      [rename, turn(answer({ kind: 'other', shownBy: [] })), turn(unproven({ kind: 'other' }))],
      whole,
    );
    const { outcome: next } = await other.ask(['fix', 'rename the first parameter of add in add.js to one']);
    expect(next).toMatchObject({ name: 'done', result: { provenByTest: false } });
    expect(JSON.stringify(other.model.requests[2]?.body)).toContain('No test fails without it and passes with it');
    expect(next.says).toMatch(/^\*\*Succeeded, not proven by a test\.\*\*/);
  });

  it('is something else than one that a test shows', async () => {
    const { ask } = await sumBench([turn(edit('add.js', 'a - b', 'a + b')), turn(answer())]);
    const { outcome } = await ask(['fix', TASK]);
    expect(outcome).toMatchObject({ name: 'done', result: { provenByTest: true } });
    expect(outcome.says).toMatch(/^\*\*Succeeded\.\*\*/);
  });

  it('is nothing that was run, where only a text was changed', async () => {
    const root = await repositoryOf({ 'README.md': '# A shpo\n' });
    const { ask } = await benchOf(root, {
      editor: [turn(edit('README.md', 'shpo', 'shop')), turn(unproven({ kind: 'other' }))],
    });
    const { outcome } = await ask(['fix', 'README.md says "shpo" where it means "shop"']);
    expect(outcome).toMatchObject({ name: 'done', result: { provenByTest: false } });
  });
});

describe('what is said to be so already', () => {
  const so = (test: string, file: string) => answer({ result: 'already-so', shownBy: [{ file, test }] });
  const more = `import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../add.js';
test('takes away', () => assert.equal(add(3, 1), 2));\n`;

  it('is shown by no test that was there before', async () => {
    const { ask, model } = await sumBench([
      turn(so('does nothing with zero', 'test/little.test.js')),
      turn(call('write', { path: 'test/more.test.js', content: more })),
      turn(so('does nothing with zero', 'test/more.test.js')),
      turn(so('takes away', 'test/more.test.js')),
    ]);
    const { outcome } = await ask(['fix', 'add(3, 1) in add.js should give 2']);
    for (const n of [1, 3])
      expect(JSON.stringify(model.requests[n]?.body)).toContain('These tests existed before this task');
    expect(outcome).toMatchObject({ name: 'refused', result: { already: true } });
    expect(outcome.says).toContain(
      'The model wrote the test `takes away` in `test/more.test.js` for this request, and it passes without any change',
    );
  });
});

describe('a slice of the tree', () => {
  const files = {
    ...wrongSum,
    'add.js': "export { add } from './src/sums/plus.js';\n",
    'src/sums/plus.js': 'export const add = (a, b) => a - b;\n',
  };
  const test = `import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../src/sums/plus.js';
test('plus', () => assert.equal(add(2, 2), 4));\n`;
  const cites = [{ file: 'src/sums/plus.js', line: 1 }];

  it('holds the tests of its files, wherever they stand, and no others', async () => {
    const bench = await benchOf(await repositoryOf(files), {
      editor: [
        turn(call('scout', { who: 'A', question: 'Where is the sum?' })),
        turn(
          edit('src/sums/plus.js', 'a - b', 'a + b'),
          call('write', { path: 'test/minus.test.js', content: test }),
          call('write', { path: 'test/plus.test.js', content: test }),
        ),
        turn(answer({ shownBy: [{ file: 'test/plus.test.js', test: 'plus' }] })),
      ],
      scoutA: [
        turn(
          call('answer', {
            answer: 'There.',
            findings: [],
            slices: [{ paths: ['src/sums/**'], why: 'It is all.', cites }],
          }),
        ),
      ],
    });
    expect((await bench.ask(['fix', TASK])).outcome.name).toBe('done');
    expect(bench.read('test/plus.test.js')).toBe(test);
    expect(bench.read('test/minus.test.js')).toBeNull();
  });
});
