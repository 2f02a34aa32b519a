// The debug loop in real repositories: what is not done never ends as done, and what is tried is counted.
import { describe, expect, it } from '@jest/globals';
import { answer, benchOf, call, edit, repositoryOf, sumBench, TASK, turn, wrongSum } from './at-work.js';

const says = (approach: string, more: Readonly<Record<string, unknown>> = {}) => answer({ approach, ...more });

/** Each try is another change; every third begins with another idea. */
const IDEAS = [
  'Multiply the two numbers',
  'Divide by the second argument',
  'Shift bits to the left',
  'Concatenate both as strings',
];
const tries = Array.from({ length: 12 }, (_, n) => {
  const from = n === 0 ? 'a - b' : `a * b * ${n}`;
  return [turn(edit('add.js', from, `a * b * ${n + 1}`)), turn(says(IDEAS[Math.floor(n / 3)] ?? ''))];
}).flat();

describe('a fix that is not done', () => {
  it('is stuck after twelve verifications, with three new plans on the way, and asks once for what may be the cause', async () => {
    const guess = answer({
      result: 'cannot',
      hypotheses: ['The sign is turned twice; a log line in add.js would show it.'],
    });
    const { ask, view, read, model } = await sumBench([...tries, turn(guess)]);
    const { run, outcome } = await ask(['fix', TASK]);
    expect(outcome.name).toBe('stuck');
    const { counters, verification } = await view(run);
    expect(counters).toEqual({ consecutive_failures: 3, total_verify_loops: 12, replans: 3 });
    expect(verification.map(({ ref }) => ref)).toEqual([
      'baseline',
      ...Array.from({ length: 12 }, (_, n) => `loop-${n + 1}`),
    ]);
    const { report } = outcome.result as {
      report: { hypotheses: string[]; failed: { run_id: string }[]; smallest: { command: string } };
    };
    expect(report.hypotheses).toEqual(['The sign is turned twice; a log line in add.js would show it.']);
    expect(report.failed.map(({ run_id }) => run_id)).toEqual(verification.slice(1).map(({ run_id }) => run_id));
    expect(report.smallest.command).toBe('node --test');
    // The tree stays as it is; there is a page of context from the start and one for each new plan.
    expect(read('add.js')).toContain('a * b * 12');
    const page = (n: number) => read(`agent/context_00${n}.md`) !== null;
    expect([1, 2, 3, 4, 5].map(page)).toEqual([true, true, true, true, false]);
    expect(model.requests).toHaveLength(25);
    expect(JSON.stringify(model.requests[6]?.body)).toContain('Make a new plan.');
    expect(JSON.stringify(model.requests[24]?.body)).toContain('the twelfth verification');
  });

  it('does not verify an idea that failed already, whatever it is called', async () => {
    const first = tries.slice(0, 6);
    const { ask, model, view } = await sumBench([
      ...first,
      turn(edit('add.js', 'a * b * 3', 'a + b')),
      turn(says('Multiply the two numbers!')),
      turn(says('Add them up instead of taking away')),
    ]);
    const { run, outcome } = await ask(['fix', TASK]);
    expect(outcome.name).toBe('done');
    expect(JSON.stringify(model.requests[8]?.body)).toContain(
      'You were asked for another approach, and this one is the same',
    );
    expect((await view(run)).verification.map(({ ref }) => ref)).toEqual([
      'baseline',
      'loop-1',
      'loop-2',
      'loop-3',
      'loop-4',
    ]);
  });

  it.each([
    ['claims what it did not do', [turn(answer()), turn(says('Really')), turn(says('Truly'))]],
    ['gives up', [turn(answer({ result: 'cannot', why: 'Both tests cannot hold.' }))]],
  ])('is not done because the Editor %s', async (_what, editor) => {
    const { ask } = await sumBench(editor);
    const { outcome } = await ask(['fix', TASK]);
    expect(outcome.name).toBe('stuck');
    expect(outcome.says).not.toMatch(/^\*\*Done|^Verified/m);
  });

  it.each([
    [
      'bends the test',
      [
        turn(edit('test/little.test.js', 'add(1, 2), 3', 'add(1, 2), -1')),
        turn(answer()),
        turn(edit('test/little.test.js', 'assert.equal(add(1, 2), -1)', 'assert.ok(true)')),
        turn(says('Otherwise')),
        turn(edit('test/little.test.js', "test('adds'", "test.skip('adds'")),
        turn(says('Differently')),
      ],
    ],
    [
      'stops in the middle',
      [
        turn(edit('add.js', 'a - b', 'a - -b - b - b')),
        turn(answer({ kind: 'other', shownBy: [] })),
        turn(says('Enough')),
        turn(says('It is fine')),
      ],
    ],
  ])('is proven by no test because the Editor %s', async (_what, editor) => {
    const { ask } = await sumBench(editor);
    const { outcome } = await ask(['fix', TASK]);
    expect(outcome.result).not.toMatchObject({ provenByTest: true });
    expect(outcome.says).not.toMatch(/^\*\*(Done|Succeeded)\.\*\*/m);
  });

  it('keeps to the scope that a person gave, by the tools and by what is in the tree in the end', async () => {
    const { ask, model, read } = await sumBench([
      turn(edit('add.js', 'a - b', 'a + b')),
      turn(call('shell', { command: "sed -i 's/a - b/a + b/' add.js" })),
      turn(answer()),
      turn(answer()),
      turn(answer()),
    ]);
    const { outcome } = await ask(['fix', '--scope', 'test/**', TASK]);
    expect(outcome.name).toBe('stuck');
    expect(JSON.stringify(model.requests[1]?.body)).toContain('outside the scope that the person gave');
    expect(read('add.js')).toContain('a - b');
  });
});

describe('the tests that a fix runs without its change', () => {
  const partsOf = async (editor: Parameters<typeof sumBench>[0], task: string, files = {}) => {
    const parts: string[] = [];
    const { ask } = await sumBench(editor, files);
    const { outcome } = await ask(['fix', task], {
      show: (seen) => {
        if (seen.kind === 'part') parts.push(seen.name);
      },
    });
    return { parts, outcome };
  };

  it('are announced only if there are some', async () => {
    const file = 'test/more.test.js';
    const content = `import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../add.js';
test('adds more', () => assert.equal(add(3, 1), 4));\n`;
    const withTest = await partsOf(
      [turn(edit('add.js', 'a - b', 'a + b')), turn(call('write', { path: file, content })), turn(answer())],
      TASK,
    );
    expect(withTest.outcome.name).toBe('done');
    expect(withTest.parts).toContain('reproduction');
    expect(withTest.parts).not.toContain('no-new-tests');
  });

  it('are named as missing once, also if the change was sent back for them', async () => {
    const plain = { kind: 'other', shownBy: [] };
    const { parts, outcome } = await partsOf(
      [turn(edit('less.js', 'a - b', 'a - b + 0')), turn(answer(plain)), turn(answer(plain))],
      'Write less.js with a zero',
      { 'less.js': 'export const less = (a, b) => a - b;\n' },
    );
    expect(outcome.result).not.toMatchObject({ provenByTest: true });
    expect(parts.filter((name) => name === 'no-new-tests')).toHaveLength(1);
    expect(parts).not.toContain('reproduction');
  });
});

describe('crew retry', () => {
  it('begins again with nothing but the report, on the tree as it was', async () => {
    const { ask, read, model } = await benchOf(await repositoryOf(wrongSum), {
      editor: [
        { when: { first: 'An earlier attempt failed', turn: 1 }, ...turn(edit('add.js', 'a - b', 'a + b')) },
        { when: { first: 'An earlier attempt failed', turn: 2 }, ...turn(answer()) },
        turn(edit('add.js', 'a - b', 'a * b')),
        turn(answer({ result: 'cannot', hypotheses: ['It may be the sign.'] })),
      ],
    });
    expect((await ask(['fix', '--scope', 'add.js', TASK])).outcome.name).toBe('stuck');
    expect(read('add.js')).toContain('a * b');
    const { outcome } = await ask(['retry']);
    expect(outcome.name).toBe('done');
    expect(read('add.js')).toContain('a + b');
    const told = JSON.stringify(model.requests[2]?.body);
    expect(told).toContain('It may be the sign.');
    // Nothing of the conversation before, and the same bounds.
    expect(told).not.toContain('tool_result');
    expect(told).toContain('Only these may be changed');
  });

  it('has nothing to try again where nothing was stuck', async () => {
    const { ask } = await sumBench([turn(edit('add.js', 'a - b', 'a + b')), turn(answer())]);
    await ask(['fix', TASK]);
    expect((await ask(['retry'])).outcome).toMatchObject({ name: 'refused' });
  });
});
