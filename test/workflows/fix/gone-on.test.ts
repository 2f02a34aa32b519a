// What a fix that is gone on with finds: the tree as it left it, or as somebody has changed it since; and what it was told on the way.
import { describe, expect, it } from '@jest/globals';
import { writeFiles } from '../../verify/pipeline/projects.js';
import { answer, benchOf, call, edit, git, repositoryOf, sumBench, TASK, turn, wrongSum } from './at-work.js';

const GOOD = [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())];
const asks = turn(call('ask-person', { question: 'Which one?' }));

describe('a fix that waits while somebody works in its tree', () => {
  const waiting = async () => {
    const bench = await sumBench([turn(edit('add.js', 'a - b', 'a * b')), asks, ...mends]);
    const { run, outcome } = await bench.ask(['fix', TASK]);
    await writeFiles(bench.root, { 'mine.js': 'export const mine = 1;\n' });
    return { bench, run, id: outcome.awaits?.id ?? '' };
  };
  const mends = [turn(edit('add.js', 'a * b', 'a + b')), turn(answer())];

  it('takes nothing of that for its own: it waits, and names what it found', async () => {
    const { bench, run, id } = await waiting();
    const asked = bench.model.requests.length;
    const { outcome } = await bench.ask(['answer', id, 'The first.'], { run });
    expect(outcome).toMatchObject({ name: 'awaiting', awaits: { kind: 'pause' } });
    expect(outcome.says).toContain('mine.js');
    expect(bench.model.requests).toHaveLength(asked);
    // Put back as it was, there is nothing to ask any more.
    git(bench.root, 'clean', '--quiet', '--force', 'mine.js');
    const { outcome: next } = await bench.ask(['continue'], { run });
    expect(next).toMatchObject({ name: 'done', result: { files: ['add.js'] } });
  });

  it('goes on from it with leave; the Editor is told, and so is the page', async () => {
    const { bench, run, id } = await waiting();
    const { outcome } = await bench.ask(['answer', id, 'The first.'], { run });
    const { outcome: next } = await bench.ask(['approve', outcome.awaits?.id ?? ''], { run });
    expect(next).toMatchObject({ name: 'done', result: { files: ['add.js', 'mine.js'] } });
    const told = JSON.stringify(bench.model.requests.at(-1)?.body);
    expect(told.split('A person changed the tree')).toHaveLength(2);
    expect(told).toContain('mine.js');
    expect((await bench.view(run)).steps.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^taken over [0-9a-f]{12}$/),
    );
  });

  it('asks again where that was changed once more', async () => {
    const { bench, run, id } = await waiting();
    const { outcome } = await bench.ask(['answer', id, 'The first.'], { run });
    await writeFiles(bench.root, { 'mine.js': 'export const mine = 2;\n' });
    const { outcome: next } = await bench.ask(['approve', outcome.awaits?.id ?? ''], { run });
    expect(next).toMatchObject({ name: 'awaiting', awaits: { kind: 'pause' } });
    expect(next.awaits?.id).not.toBe(outcome.awaits?.id);
  });
});

describe('a tree that holds what a run has left', () => {
  it('is refused for another fix, which names the run', async () => {
    const bench = await sumBench([turn(edit('add.js', 'a - b', 'a * b')), asks]);
    const { run } = await bench.ask(['fix', TASK]);
    const { outcome } = await bench.ask(['fix', 'add(3, 4) in add.js should give 7']);
    expect(outcome.name).toBe('refused');
    expect(outcome.says).toContain(`crew continue --run ${run}`);
  });
});

describe('a condition of a person', () => {
  const cites = [{ file: 'add.js', line: 1 }];
  const plan = call('answer', {
    answer: 'The sign.',
    findings: [{ about: 'map', says: 'The sum is here.', cites }],
    slices: [{ paths: ['add.js'], why: 'It is all.', cites }],
    approach: 'Turn the sign.',
    steps: ['Turn the sign in add.js.'],
  });
  const planned = async () => {
    const bench = await benchOf(await repositoryOf(wrongSum), { editor: GOOD, scoutA: [turn(plan)] });
    const { run, outcome } = await bench.ask(['plan', TASK]);
    return { bench, run, id: outcome.awaits?.id ?? '' };
  };

  it('on a plan reaches the Editor; and what the Scout said stands in the context from the start', async () => {
    const { bench, run, id } = await planned();
    const { outcome } = await bench.ask(['approve', id, 'as', 'only', 'the', 'sign'], { run });
    expect(outcome.name).toBe('done');
    expect(JSON.stringify(bench.model.requests[1]?.body)).toMatch(/The conditions of the approval[^"]*only the sign/);
    expect(bench.read('agent/context_001.md')).toContain('The sum is here.');
  });

  it('is not made up where there is none', async () => {
    const { bench, run, id } = await planned();
    await bench.ask(['approve', id], { run });
    expect(JSON.stringify(bench.model.requests[1]?.body)).not.toContain('They approved it with');
  });

  it('with which a plan is rejected stands on the page', async () => {
    const { bench, run, id } = await planned();
    const { outcome } = await bench.ask(['reject', id, 'leave', 'the', 'sum', 'alone'], { run });
    expect(outcome.name).toBe('cancelled');
    expect(outcome.says).toContain('> leave the sum alone');
    expect(outcome.says).not.toContain('crew continue');
    expect(bench.status()).toBe('');
  });
});

describe('what a fix leaves in agent/', () => {
  it('is a page at the start and one at success, none where it waits, and nothing of an earlier run', async () => {
    const bench = await sumBench([asks, ...GOOD]);
    await writeFiles(bench.root, { 'agent/context_007.md': 'old\n', 'agent/notes.md': 'mine\n' });
    git(bench.root, 'add', 'agent/notes.md');
    git(bench.root, 'commit', '--quiet', '--message=notes');
    const { run, outcome } = await bench.ask(['fix', TASK]);
    expect(bench.read('agent/context_007.md')).toBeNull();
    expect(bench.read('agent/notes.md')).toBe('mine\n');
    expect(bench.read('agent/context_001.md')).toContain('at the start');
    expect(bench.read('agent/context_002.md')).toBeNull();
    await bench.ask(['answer', outcome.awaits?.id ?? '', 'The first.'], { run });
    expect(bench.read('agent/context_002.md')).toContain('at success');
    expect(bench.read('agent/context_003.md')).toBeNull();
  });
});

describe('crew retry', () => {
  it('knows the whole task, with what was answered before anything began', async () => {
    const { ask, model } = await benchOf(await repositoryOf(wrongSum), {
      editor: [
        { when: { first: 'An earlier attempt failed', turn: 1 }, ...turn(edit('add.js', 'a - b', 'a + b')) },
        { when: { first: 'An earlier attempt failed', turn: 2 }, ...turn(answer()) },
        turn(answer({ result: 'cannot', hypotheses: ['It may be the sign.'] })),
      ],
    });
    const { run } = await ask(['fix', 'it does not work']);
    expect((await ask(['answer', TASK], { run })).outcome.name).toBe('stuck');
    expect((await ask(['retry'])).outcome.name).toBe('done');
    const told = JSON.stringify(model.requests.at(-1)?.body);
    expect(told).toMatch(/The request[^`]*```[a-z]*\\nit does not work\\n```/);
    expect(told).toContain('The answer of the requester to a question');
  });
});

describe('a fix that cannot have its tree', () => {
  it('is refused at its beginning, where nothing is lost by that', async () => {
    const bench = await sumBench([turn(answer())]);
    const { outcome } = await bench.ask(['fix', TASK], { isInUse: true });
    expect(outcome).toMatchObject({ name: 'refused', says: expect.stringContaining('Wait.') });
    expect(bench.model.requests).toEqual([]);
  });

  it('can be continued later, where it had work in it before', async () => {
    const asks = turn(call('ask-person', { question: 'Which sign?' }));
    const bench = await sumBench([asks, turn(edit('add.js', 'a - b', 'a + b')), turn(answer())]);
    const { run, outcome } = await bench.ask(['fix', TASK]);
    const id = outcome.awaits?.id ?? '';
    await bench.ask(['answer', id, 'plus'], { run, isInUse: true });
    expect((await bench.view(run)).status).toBe('infra_error');
    await bench.ask(['continue'], { run });
    expect((await bench.view(run)).status).toBe('succeeded');
    expect(bench.read('add.js')).toContain('a + b');
  });
});
