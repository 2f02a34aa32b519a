import { describe, expect, it } from '@jest/globals';
import { calls, crew, DIR, done, live, modelOf, result, says, writes } from './at-work.js';
import { project } from './place.js';
import { task } from './plans.js';

const coder = (id: number, of: Parameters<typeof task>[1] = {}) =>
  task(id, { persona: 'coder', writes: [`src/t${id}.js`], ...of });
const adds = (id: number) => ({ files: { [`src/t${id}.js`]: `export const t${id} = ${id};\n` } });
const tasks = [coder(1), coder(2), coder(3)];
const deeds = { 1: adds(1), 2: adds(2), 3: adds(3) };
const build = { max_retries: 0 };

describe('a worker that does what it must not', () => {
  it.each<readonly [string, ReturnType<typeof says>, RegExp]>([
    [
      'writes outside of its worktree',
      says(
        calls('write', { path: '../../escaped.js', content: 'x' }),
        calls('write', { path: '/tmp/escaped.js', content: 'x' }),
      ),
      /changed nothing/,
    ],
    [
      'writes outside of its Writes',
      says(calls('write', { path: 'src/t1.js', content: 'mine\n' })),
      /outside of its Writes: src\/t1\.js/,
    ],
    [
      'deletes files',
      says(
        calls('write', {
          path: 'src/t2.js',
          content: "import { rmSync } from 'node:fs';\nrmSync('src/a.js', { force: true });\n",
        }),
        calls('shell', { command: 'npm test' }),
      ),
      /outside of its Writes: src\/a\.js/,
    ],
    [
      'writes the result of another',
      writes({ 'results/result_1.md': result('status: failure'), 'plan.md': 'gone' }),
      /changed nothing/,
    ],
    [
      'obeys an attacker who asks for git’s own files',
      says(calls('write', { path: '.git/config', content: 'x' })),
      /changed nothing/,
    ],
    ['returns garbage', says(calls('answer', { nonsense: '\u0000' })), /changed nothing/],
  ])('%s fails alone; nothing else changes', async (_, deed, error) => {
    const place = await project();
    const model = modelOf(
      crew({
        tasks,
        deeds,
        other: ({ role, task: id, turn }) => {
          if (role !== 'coder' || id !== 2) return undefined;
          return turn === 0 ? deed : turn === 1 ? writes({ 'results/result_2.md': result() }) : done();
        },
      }),
    );
    const { result: ended, document } = await live(place, { model, build });
    expect(document.failed_tasks).toEqual([2]);
    expect(document.tasks[1]?.error).toMatch(error);
    expect(ended.diff?.files).toEqual(['src/t1.js', 'src/t3.js']);
    expect(place.read('src/a.js')).toBe('export const a = 1;\n');
    expect(place.file('plan.md')).toContain('| Task |');
    expect(place.git('status', '--porcelain').trim().split('\n')).toEqual(['?? src/t1.js', '?? src/t3.js']);
  });

  it.each([
    ['leaves no result', undefined, 'E128: result file not found'],
    [
      'leaves a result without its last line',
      result().replace('<!-- COMPLETE -->', ''),
      'E134: complete marker missing',
    ],
    ['leaves a result of a few lines', `${result().slice(0, 40)}\n<!-- COMPLETE -->`, 'E135'],
    ['leaves a result without front matter', result().replace('---\n', ''), 'the worker reported failure'],
  ])('that %s has failed, however good its change', async (_, text, error) => {
    const place = await project();
    const model = modelOf(
      crew({
        tasks,
        deeds: { ...deeds, 2: { ...adds(2), ...(text !== undefined && { result: text }) } },
        other: ({ role, task: id, turn }) =>
          role === 'coder' && id === 2 && text === undefined
            ? turn === 0
              ? says(calls('write', { path: 'src/t2.js', content: 'x' }))
              : done()
            : undefined,
      }),
    );
    const { document, result: ended } = await live(place, { model, build });
    expect(document.tasks[1]).toMatchObject({ status: 'failure', error: expect.stringContaining(error) });
    expect(ended.diff?.files).toEqual(['src/t1.js', 'src/t3.js']);
    // Whoever reads the results finds one for every task that ran.
    expect(place.file('results/result_2.md')).not.toBeNull();
  });

  it('that weakens a test has failed', async () => {
    const place = await project();
    const weak = [coder(1, { writes: ['test/all.test.js'] }), coder(2), coder(3)];
    const model = modelOf(
      crew({
        tasks: weak,
        deeds,
        other: ({ role, task: id, turn, ask }) => {
          if (role !== 'coder' || id !== 1) return undefined;
          if (turn === 0)
            return says(
              calls('edit', {
                path: 'test/all.test.js',
                edits: [{ old: 'test(file, async', new: 'test.skip(file, async' }],
              }),
            );
          expect(JSON.stringify(ask.messages.at(-1))).not.toContain('"failed":true');
          return turn === 1 ? writes({ 'results/result_1.md': result() }) : done();
        },
      }),
    );
    const { document } = await live(place, { model, build });
    expect(document.tasks[0]).toMatchObject({ status: 'failure', error: expect.stringMatching(/weakened a test/) });
  });
});

describe('the program', () => {
  it('reads no more than 20 lines of a result, and no task, report or source at all', async () => {
    const place = await project();
    const model = modelOf(crew({ tasks, deeds }));
    const { steps, document } = await live(place, { model });
    // What agents said and read is theirs; everything else that is recorded came through the program.
    const own = steps.filter(({ name }) => !/ (?:turn|call|attempt) /.test(name));
    expect(own.length).toBeGreaterThan(10);
    expect(JSON.stringify(own)).not.toContain('SECRET BODY');
    expect(JSON.stringify(document)).not.toContain('SECRET BODY');
    expect(place.file('execution_log.yaml')).not.toContain('SECRET BODY');
    for (const { prompt } of model.askings) expect(prompt).not.toContain('SECRET BODY');
  });

  it('gives agents paths, and under their heading what the configuration adds', async () => {
    const place = await project();
    const model = modelOf(crew({ tasks, deeds }));
    const phase_instructions = {
      decompose: 'Plan small.',
      execute: 'Never touch vendor/.',
      aggregate: '',
      retrospect: '',
    };
    await live(place, { model, build: { phase_instructions } });
    const prompt = (role: string) => model.askings.find((each) => each.role === role && each.task <= 1)?.prompt ?? '';
    expect(prompt('coder')).toBe(
      `このフェーズの追加指示:\nNever touch vendor/.\n\n## タスク固有情報\n- 入力ファイル: ${DIR}tasks/task_1.md を読め\n- 出力ファイル: ${DIR}results/result_1.md に書け\n- Writes: src/t1.js\n`,
    );
    expect(prompt('decomposer')).toMatch(/^このフェーズの追加指示:\nPlan small\.\n/);
    expect(prompt('aggregator')).toMatch(/^## タスク固有情報\n/);
    expect(place.file('execution_log.yaml')).toContain('phase_instructions: ["decompose", "execute"]');
  });
});
