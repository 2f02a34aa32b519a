// The Scouts of a fix: asked by the Editor, held to their places, and what they say holds the Editor.
import { describe, expect, it } from '@jest/globals';
import { answer, type Bench, benchOf, call, edit, repositoryOf, type Script, TASK, turn, wrongSum } from './at-work.js';

const GOOD = [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())];
const asks = (who: 'A' | 'B', question = 'Where is the sum?') => turn(call('scout', { who, question }));
const place = { file: 'add.js', line: 1 };
const says = (cites: readonly unknown[] = [place], more: Readonly<Record<string, unknown>> = {}) =>
  call('answer', { answer: 'There.', findings: [{ about: 'hypothesis', says: 'The sign is wrong.', cites }], ...more });
const slice = (paths: readonly string[], lines?: number) => ({
  slices: [{ paths, lines, why: 'It is all.', cites: [place] }],
});

const benchWith = async (script: Script): Promise<Bench> => benchOf(await repositoryOf(wrongSum), script);

/** What a model was told in the n-th request of a part. */
const told = ({ model }: Bench, part: string, n: number): string =>
  JSON.stringify(model.requests.filter(({ answer: { part: of } }) => of === part)[n]?.body);

describe('Scout A', () => {
  it('answers with places; what it said is kept word for word, and its cost is the run’s', async () => {
    const bench = await benchWith({
      editor: [asks('A'), ...GOOD],
      scoutA: [
        turn(call('read', { path: 'add.js' })),
        turn(call('write', { path: 'mine.js', content: '' })),
        turn(says()),
      ],
    });
    const { run, outcome } = await bench.ask(['fix', TASK]);
    expect(outcome.name).toBe('done');
    expect(told(bench, 'editor', 1)).toContain('The sign is wrong.');
    // It has no tool that could write.
    expect(bench.read('mine.js')).toBeNull();
    const kept = bench.read('agent/context_002.md') ?? '';
    expect(kept).toContain('Where is the sum?');
    expect(kept).toContain('The sign is wrong.');
    const { roles, budget } = await bench.view(run);
    expect(roles.map(({ who }) => who.replace(/\d+$/, 'N')).sort()).toEqual(['editor', 'scout-a.N']);
    expect(budget.spentUsd).toBeCloseTo((outcome.result as { usd: number }).usd, 9);
  });

  it('has places that are not there sent back, and is over after three answers with such', async () => {
    const nowhere = (line: number) => turn(says([{ file: 'add.js', line }]));
    const bench = await benchWith({
      editor: [asks('A'), ...GOOD],
      scoutA: [nowhere(99), turn(says([{ file: 'sum.js', line: 1 }])), nowhere(98)],
    });
    expect((await bench.ask(['fix', TASK])).outcome.name).toBe('done');
    expect(told(bench, 'scoutA', 1)).toContain('add.js:99: it has 1 line only.');
    expect(told(bench, 'scoutA', 2)).toContain('sum.js:1: there is no such file.');
    expect(told(bench, 'editor', 1)).toContain('Scout A came to no answer');
  });

  it('names the slice that changes are held to, until it is asked again', async () => {
    const bench = await benchWith({
      editor: [
        asks('A'),
        turn(edit('add.js', 'a - b', 'a + b')),
        asks('A', 'The sum is in add.js; may I change it?'),
        ...GOOD,
      ],
      scoutA: [
        { when: { first: 'may I' }, ...turn(says([place], slice(['add.js']))) },
        turn(says([place], slice(['test/**']))),
      ],
    });
    expect((await bench.ask(['fix', TASK])).outcome.name).toBe('done');
    expect(told(bench, 'editor', 2)).toContain('outside the slices that Scout A marked as safe');
  });

  it('only warns, once, of more lines than it thought enough', async () => {
    const long = 'export const add = (a, b) => {\\n  return a + b;\\n};\\n'.replaceAll('\\n', '\n');
    const bench = await benchWith({
      editor: [
        asks('A'),
        turn(edit('add.js', 'export const add = (a, b) => a - b;\n', long)),
        turn(answer()),
        turn(answer()),
      ],
      scoutA: [turn(says([place], slice(['add.js'], 2)))],
    });
    expect((await bench.ask(['fix', TASK])).outcome.name).toBe('done');
    expect(told(bench, 'editor', 3)).toContain('Scout A expected at most 2');
  });
});

describe('Scout B', () => {
  it('runs things in a copy of the tree as it is, and reads the logs of verifications', async () => {
    const log = { tool: { matches: 'did not accept' } };
    const bench = await benchWith({
      editor: [
        turn(edit('add.js', 'a - b', 'a * b')),
        turn(answer()),
        { when: log, ...asks('B', 'Why does it fail?') },
        turn(edit('add.js', 'a * b', 'a + b')),
        turn(answer()),
      ],
      scoutB: [turn(call('shell', { command: 'cat add.js; touch mine.js; echo over > add.js' })), turn(says())],
    });
    const { outcome } = await bench.ask(['fix', TASK], { walls: true });
    expect(outcome.name).toBe('done');
    expect(told(bench, 'scoutB', 1)).toContain('a * b');
    expect(bench.read('mine.js')).toBeNull();
    expect(bench.read('add.js')).toContain('a + b');
  });

  it('cites the log of a verification, line by line', async () => {
    const bench = await benchWith({
      editor: [
        turn(edit('add.js', 'a - b', 'a * b')),
        turn(answer()),
        asks('B', 'Why?'),
        turn(edit('add.js', 'a * b', 'a + b')),
        turn(answer()),
      ],
      scoutB: [turn(says([{ run_id: '20261118T000000Z-00000000', log: '01-test.log', from: 1, to: 2 }])), turn(says())],
    });
    expect((await bench.ask(['fix', TASK])).outcome.name).toBe('done');
    expect(told(bench, 'scoutB', 1)).toContain('that run has no such log');
  });
});
