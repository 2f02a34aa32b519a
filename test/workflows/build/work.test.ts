import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ja } from '../../../src/workflows/build/messages.ja.js';
import { ganttOf } from '../../../src/workflows/build/rules/gantt.js';
import { crew, live, modelOf, result } from './at-work.js';
import { project } from './place.js';
import { task } from './plans.js';

const coder = (id: number, of: Parameters<typeof task>[1] = {}) =>
  task(id, { persona: 'coder', writes: [`src/t${id}.js`], ...of });
const adds = (id: number, text = `export const t${id} = ${id};\n`) => ({ files: { [`src/t${id}.js`]: text } });

describe('a build', () => {
  it('decomposes, works in waves, merges and reports', async () => {
    const place = await project();
    const tasks = [coder(1), coder(2), coder(3, { dependsOn: [1] })];
    const model = modelOf(crew({ tasks, deeds: { 1: adds(1), 2: adds(2), 3: adds(3) } }));
    const { result: ended, document, lines, steps } = await live(place, { model });
    expect(ended.outcome).toMatchObject({ name: 'done' });
    const svg = ganttOf(steps, { now: 0, words: ja.gantt });
    expect(svg).toContain('>Wave 2</text>');
    expect(svg?.match(/<rect [^>]*rx=/g)).toHaveLength(5);
    expect(document).toMatchObject({ status: 'success', failed_tasks: [], cmd_id: 'cmd_007' });
    expect(document.tasks.map(({ id, wave, status }) => [id, wave, status])).toEqual([
      [1, 1, 'success'],
      [2, 1, 'success'],
      [3, 2, 'success'],
    ]);
    expect(lines.filter((line) => /^Wave|^Phase/.test(line))).toEqual([
      'Wave 1/2: 2 tasks running (~1 min est.)',
      'Wave 1/2 完了 (2/2 success)',
      'Wave 2/2: 1 tasks running (~1 min est.)',
      'Wave 2/2 完了 (1/1 success)',
      'Phase 2 完了: 3/3 タスク success',
    ]);
    expect(['src/t1.js', 'src/t2.js', 'src/t3.js'].map((file) => place.read(file))).not.toContain(null);
    expect(ended.diff?.files).toEqual(['src/t1.js', 'src/t2.js', 'src/t3.js']);
    expect(ended.commits?.map((each) => each.diff.files.length)).toEqual([1, 2, 3]);
    const log = parse(place.file('execution_log.yaml') ?? '');
    expect(log).toMatchObject({
      cmd_id: 'cmd_007',
      status: 'success',
      base_commit: place.git('rev-parse', 'HEAD').trim(),
    });
    expect(
      log.tasks.map(({ role, task: name, status }: { role: string; task: string; status: string }) => [
        role,
        name,
        status,
      ]),
    ).toEqual([
      ['decomposer', null, 'success'],
      ['worker_coder', 'task_1', 'success'],
      ['worker_coder', 'task_2', 'success'],
      ['worker_coder', 'task_3', 'success'],
      ['aggregator', null, 'success'],
    ]);
  });

  it('lets a failing worker fail alone, and skips who depends on it', async () => {
    const place = await project();
    const tasks = [coder(1), coder(2), coder(3, { dependsOn: [2] }), coder(4), coder(5)];
    const failure = result('status: failure\nquality: RED\ncompleteness: 0\nerrors: ["no such API"]');
    const model = modelOf(
      crew({
        tasks,
        deeds: {
          1: adds(1),
          2: { ...adds(2), result: failure },
          4: { files: { 'src/t4.js': 'x', 'src/other.js': 'y' } },
          5: adds(5),
        },
      }),
    );
    const { result: ended, document, lines } = await live(place, { model, build: { max_retries: 1 } });
    expect(ended.outcome.name).toBe('partial');
    expect(document.failed_tasks).toEqual([2, 3, 4]);
    expect(document.tasks.map(({ error }) => error)).toEqual([
      undefined,
      'no such API',
      'dependency task_2 failed',
      'it changed files outside of its Writes: src/other.js',
      undefined,
    ]);
    expect(ended.diff?.files).toEqual(['src/t1.js', 'src/t5.js']);
    expect(lines.some((line) => line.startsWith('⚠️ Phase 2 completed with failures:'))).toBe(true);
    const prompts = model.askings.filter((each) => each.role === 'aggregator').map(({ prompt }) => prompt);
    expect(prompts[0]).toContain('FAILED_TASKS: [2, 3, 4]');
    expect(model.askings.filter((each) => each.role === 'coder' && each.task === 2 && each.turn === 0)).toHaveLength(2);
  });

  it('finds the task whose merge breaks the pipeline, and leaves only that out', async () => {
    const place = await project();
    const tasks = [coder(1), coder(2), coder(3)];
    const model = modelOf(crew({ tasks, deeds: { 1: adds(1), 2: adds(2, 'export const broken = 1;\n'), 3: adds(3) } }));
    const { result: ended, document } = await live(place, { model });
    expect(document.failed_tasks).toEqual([2]);
    expect(document.tasks[1]?.error).toMatch(/^the verification after its merge failed: .*t2\.js/);
    expect(ended.diff?.files).toEqual(['src/t1.js', 'src/t3.js']);
    expect(place.read('src/t2.js')).toBeNull();
  });
});
