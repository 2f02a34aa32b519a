import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { calls, crew, DIR, done, live, modelOf, result, type Say, SUMMARY, says, writes } from './at-work.js';
import { project } from './place.js';
import { planText, task } from './plans.js';

const coder = (id: number, of: Parameters<typeof task>[1] = {}) =>
  task(id, { persona: 'coder', writes: [`src/t${id}.js`], ...of });
const adds = (id: number) => ({ files: { [`src/t${id}.js`]: `export const t${id} = ${id};\n` } });
const tasks = [coder(1), coder(2), coder(3)];
const deeds = { 1: adds(1), 2: adds(2), 3: adds(3) };
const logOf = (text: string | null) =>
  parse(text ?? '') as { tasks: Record<string, unknown>[] } & Record<string, unknown>;
const named = (text: string | null, name: string) => logOf(text).tasks.find((each) => each.task === name);

describe('a task', () => {
  it('that fails is tried again, told why, up to max_retries', async () => {
    const place = await project();
    let attempts = 0;
    const model = modelOf(
      crew({
        tasks,
        deeds: {
          ...deeds,
          2: () =>
            ++attempts < 3
              ? { ...adds(2), result: result('status: partial\nquality: RED\ncompleteness: 10\nerrors: ["half done"]') }
              : adds(2),
        },
      }),
    );
    const { document } = await live(place, { model });
    expect(document.status).toBe('success');
    expect(named(place.file('execution_log.yaml'), 'task_2')).toMatchObject({
      status: 'success',
      retries: 2,
      error: null,
    });
    const prompts = model.askings.filter((each) => each.task === 2 && each.turn === 0).map(({ prompt }) => prompt);
    expect(prompts.map((prompt) => prompt.includes('- PREVIOUS_ERROR: half done'))).toEqual([false, true, true]);
  });

  it('whose last attempt leaves no result gets a failed one from crew, not that of the attempt before', async () => {
    const place = await project();
    let attempts = 0;
    const half = result('status: partial\nquality: RED\ncompleteness: 10\nerrors: ["half done"]');
    const model = modelOf(
      crew({ tasks, deeds: { ...deeds, 2: () => ({ ...adds(2), result: ++attempts === 1 ? half : null }) } }),
    );
    const { document } = await live(place, { model, build: { max_retries: 1 } });
    expect(document.tasks[1]).toMatchObject({ status: 'failure', error: 'E128: result file not found' });
    expect(place.file('results/result_2.md')).toContain('The worker left no result.');
  });

  it('that reaches its turn limit is a time-out, tried again, and at the retry limit partly done', async () => {
    const place = await project();
    const model = modelOf(
      crew({
        tasks,
        deeds,
        other: ({ role, task: id, turn }) =>
          role === 'coder' && id === 2
            ? says(
                calls('work-read', { path: `${DIR}tasks/task_${(turn % 3) + 1}.md` }),
                calls('list', { path: turn % 2 === 0 ? 'src' : 'test' }),
              )
            : undefined,
      }),
    );
    const { document, steps } = await live(place, { model, build: { worker_max_turns: 5, max_retries: 1 } });
    expect(document.tasks[1]).toMatchObject({ status: 'partial', error: 'turn limit reached' });
    const finished = steps
      .filter(({ name }) => /^log task_2\.\d finished/.test(name))
      .map(({ value }) => (value as { status: string }[])[0]?.status);
    expect(finished).toEqual(['timeout', 'timeout']);
  });

  it('that shares what is left of the budget can spend no more than that, and the run waits for more', async () => {
    const place = await project();
    const { result: ended } = await live(place, { model: modelOf(crew({ tasks, deeds })), usd: 0.0006 });
    expect(ended.outcome).toMatchObject({ name: 'awaiting', awaits: { kind: 'budget' } });
    const second = await live(place, { model: modelOf(crew({ tasks, deeds })), usd: 50 });
    expect(second.result.outcome.name).toBe('done');
  });

  it('runs beside at most max_parallel others', async () => {
    const many = Array.from({ length: 6 }, (_, n) => task(n + 1, { persona: 'researcher' }));
    let [working, most] = [0, 0];
    const model = modelOf(
      crew({
        tasks: many,
        other: async ({ role }) => {
          if (role !== 'researcher') return undefined;
          working += 1;
          most = Math.max(most, working);
          // Until a second one works as well, at most ten seconds; then long enough for a third one to show itself.
          for (let n = 0; most < 2 && n < 1000; n += 1) await new Promise((resolve) => setTimeout(resolve, 10));
          await new Promise((resolve) => setTimeout(resolve, 30));
          working -= 1;
          return undefined;
        },
      }),
    );
    await live(await project(), { model, build: { max_parallel: 2 } });
    expect(most).toBe(2);
  });
});

describe('when half of the tasks or more come to nothing', () => {
  const failing = result('status: failure\nquality: RED\ncompleteness: 0\nerrors: ["no"]');

  it('they are planned again once, in plan_retry.md, and the new ones run', async () => {
    const place = await project();
    const four = [...tasks, coder(4)];
    const retry = [coder(5, { writes: ['src/t2.js'] }), coder(6, { writes: ['src/t3.js'], dependsOn: [1, 5] })];
    const model = modelOf(
      crew({
        tasks: four,
        deeds: {
          1: adds(1),
          2: { ...adds(2), result: failing },
          3: { ...adds(3), result: failing },
          4: adds(4),
          5: { files: adds(2).files },
          6: { files: adds(3).files },
        },
        other: ({ role, turn, prompt }) =>
          role === 'decomposer' && turn === 0 && prompt.includes('plan_retry.md')
            ? writes({ 'plan_retry.md': planText(retry), 'tasks/task_5.md': 'x', 'tasks/task_6.md': 'y' })
            : undefined,
      }),
    );
    const { document, result: ended, lines } = await live(place, { model, build: { max_retries: 0 } });
    const prompt = model.askings.find((each) => each.prompt.includes('plan_retry.md'))?.prompt;
    expect(prompt).toContain('- FAILED_TASKS: [2, 3]');
    expect(prompt).toContain('- FIRST_TASK: 5');
    expect(document.tasks.map(({ id, status }) => [id, status])).toEqual([
      [1, 'success'],
      [4, 'success'],
      [5, 'success'],
      [6, 'success'],
    ]);
    expect(ended.diff?.files).toEqual(['src/t1.js', 'src/t2.js', 'src/t3.js', 'src/t4.js']);
    expect(lines).toContain(
      '⚠️ Phase 2 completed with failures:\n- Task 2 (coder): failure — no\n- Task 3 (coder): failure — no\nAction: 再分解',
    );
  });

  it('a second time they are reported, and nothing is planned a third time', async () => {
    const place = await project();
    const retry = [coder(4), coder(5)];
    const say = crew({
      tasks,
      deeds: {
        1: adds(1),
        2: { ...adds(2), result: failing },
        3: { ...adds(3), result: failing },
        4: { ...adds(4), result: failing },
        5: { ...adds(5), result: failing },
      },
      other: ({ role, turn, prompt }) =>
        role === 'decomposer' && turn === 0 && prompt.includes('plan_retry.md')
          ? writes({ 'plan_retry.md': planText(retry), 'tasks/task_4.md': 'x', 'tasks/task_5.md': 'y' })
          : undefined,
    });
    const model = modelOf(say);
    const { document } = await live(place, { model, build: { max_retries: 0 } });
    expect(document).toMatchObject({ status: 'partial', failed_tasks: [4, 5] });
    expect(model.askings.filter(({ role, turn }) => role === 'decomposer' && turn === 0)).toHaveLength(2);
    expect(model.askings.find(({ role }) => role === 'aggregator')?.prompt).toContain('FAILED_TASKS: [4, 5]');
  });
});

describe('before it starts', () => {
  const two = [coder(1), coder(2)];
  const say = crew({ tasks: two, deeds });

  it('a plan of which nothing is gained waits for approval, with the estimate of a single fix beside it', async () => {
    const place = await project();
    const first = await live(place, { model: modelOf(say) });
    expect(first.result.outcome).toMatchObject({
      name: 'awaiting',
      awaits: { kind: 'approval', id: expect.stringMatching(/^p-\d+$/) },
    });
    expect(first.result.outcome.awaits?.question).toMatch(
      /^The plan has only 2 tasks\.[\s\S]*a single `\/crew fix` \| \$\d/,
    );
    const id = first.result.outcome.awaits?.id ?? '';
    const signal = { key: 'k', by: { login: 'maya' }, at: '2026-11-18T12:00:00Z' };
    const model = modelOf(say);
    const second = await live(place, { model, signals: [{ ...signal, is: 'approve', ids: [id] }] });
    expect(second.result.outcome.name).toBe('done');
    expect(model.askings.some(({ role }) => role === 'decomposer')).toBe(false);
  });

  it('rejected, it ends without a worker', async () => {
    const place = await project();
    const signal = { key: 'k', by: { login: 'maya' }, at: '2026-11-18T12:00:00Z' };
    const model = modelOf(say);
    const { result: ended } = await live(place, { model, signals: [{ ...signal, is: 'reject' }] });
    expect(ended.outcome.name).toBe('cancelled');
    expect(model.askings.some(({ role }) => role === 'coder')).toBe(false);
  });

  it('the estimate is recorded and said', async () => {
    const { steps, lines } = await live(await project(), { model: modelOf(crew({ tasks, deeds })) });
    expect(steps.find(({ name }) => name === 'estimate')?.value).toMatchObject({
      tasks: 3,
      longestChain: 1,
      asks: false,
    });
    expect(lines[0]).toMatch(/^Plan: 3 tasks, estimated cost \$\d+\.\d{2,3}–\$\d+\.\d{2,3}$/);
  });

  it('a plan that cannot run goes back to the decomposer, and is refused by name where it stays so', async () => {
    const cyclic = [coder(1, { dependsOn: [2] }), coder(2, { dependsOn: [1] }), coder(3)];
    const place = await project();
    const model = modelOf(crew({ tasks: cyclic }));
    await expect(live(place, { model })).rejects.toThrow('tasks depend on each other in a cycle: 1 → 2 → 1');
    expect(JSON.stringify(model.askings.at(-1)?.ask.messages)).toContain('The plan cannot run');
    expect(model.askings.some(({ role }) => role === 'coder')).toBe(false);
  });

  it('a tree with changes of somebody is refused', async () => {
    const place = await project();
    place.git('rm', '-q', '--cached', 'src/a.js');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(`${place.root}/src/a.js`, 'mine\n');
    await expect(live(place, { model: modelOf(say) })).rejects.toThrow('changes in src/a.js');
  });
});

describe('a plan review', () => {
  const plan_validation = true;

  it('that rejects makes the decomposer run once more with it, and decides nothing the second time', async () => {
    const place = await project();
    const model = modelOf(
      crew({
        tasks,
        deeds,
        other: ({ role, turn }) =>
          role === 'plan-reviewer' && turn === 0
            ? writes({ 'plan_review.md': 'Hm.\n\nREJECT: no tests\n' })
            : undefined,
      }),
    );
    const { result: ended } = await live(place, { model, build: { plan_validation } });
    expect(ended.outcome.name).toBe('done');
    const prompts = model.askings
      .filter(({ role, turn }) => role === 'decomposer' && turn === 0)
      .map(({ prompt }) => prompt);
    expect(prompts.map((prompt) => prompt.includes('FEEDBACK_PATH: work/cmd_007/plan_review.md'))).toEqual([
      false,
      true,
    ]);
    expect(logOf(place.file('execution_log.yaml')).plan_validation).toEqual({
      enabled: true,
      verdict: 'REJECT',
      retry_occurred: true,
      notes: 'no tests',
    });
  });

  it('that approves with notes leaves them in the log', async () => {
    const place = await project();
    const model = modelOf(
      crew({
        tasks,
        deeds,
        other: ({ role, turn }) =>
          role === 'plan-reviewer' && turn === 0
            ? writes({ 'plan_review.md': 'APPROVE-WITH-NOTES: long\n' })
            : undefined,
      }),
    );
    await live(place, { model, build: { plan_validation } });
    expect(logOf(place.file('execution_log.yaml')).plan_validation).toEqual({
      ...{ enabled: true, verdict: 'APPROVE-WITH-NOTES', retry_occurred: false, notes: 'long' },
    });
  });
});

describe('the Secretary', () => {
  const secretary = {
    enabled: true,
    model: 'haiku',
    max_turns: 10,
    min_tasks_for_delegation: 3,
    fallback_on_failure: true,
    delegate_phases: ['phase2_wave_construct', 'phase3_report'],
  } as const;
  const response = (body = '') => `---\nstatus: success\nvalidation:\n  status: passed\n---\n${body}`;
  const WAVES =
    '```yaml\nwaves:\n  - wave: 1\n    tasks: [2]\n    depends_on_wave: []\n  - wave: 2\n    tasks: [1, 3]\n    depends_on_wave: []\n```\n';
  const asked = (waves: string, report: Readonly<Record<string, string>>): Say =>
    crew({
      tasks,
      deeds,
      other: ({ role, turn, ask }) => {
        if (role !== 'secretary') return undefined;
        if (turn === 0) return says(calls('work-read', { path: `${DIR}secretary_request.md` }));
        if (turn > 1) return done();
        const isWaves = JSON.stringify(ask.messages).includes('phase2_wave_construct');
        return writes(isWaves ? { 'secretary_response.md': waves } : report);
      },
    });

  it('assigns waves and writes the report where it is configured', async () => {
    const place = await project();
    const model = modelOf(
      asked(response(WAVES), { 'secretary_response.md': response(), 'report.md': 'r', 'report_summary.md': SUMMARY }),
    );
    const { document, result: ended } = await live(place, {
      model,
      build: { secretary: { ...secretary, delegate_phases: [...secretary.delegate_phases] } },
    });
    expect(document.tasks.map(({ wave }) => wave)).toEqual([2, 1, 2]);
    expect(ended.outcome.name).toBe('done');
    expect(model.askings.some(({ role }) => role === 'aggregator')).toBe(false);
  });

  it('that assigns waves which do not hold, or writes no summary, is replaced with a warning', async () => {
    const place = await project();
    const model = modelOf(asked(response('waves: []\n'), { 'secretary_response.md': response() }));
    const { document, lines } = await live(place, {
      model,
      build: { secretary: { ...secretary, delegate_phases: [...secretary.delegate_phases] } },
    });
    expect(document.tasks.map(({ wave }) => wave)).toEqual([1, 1, 1]);
    expect(lines.filter((line) => line.includes('Secretary'))).toEqual([
      '⚠️ Secretary failed for Phase 2 wave construction, falling back to direct parsing',
      '⚠️ Secretary failed for Phase 3, falling back to aggregator',
    ]);
    expect(model.askings.some(({ role }) => role === 'aggregator')).toBe(true);
  });

  it('that fails without fallback ends the run as failed', async () => {
    const model = modelOf(asked('garbage', {}));
    const { result: ended } = await live(await project(), {
      model,
      build: {
        secretary: { ...secretary, fallback_on_failure: false, delegate_phases: [...secretary.delegate_phases] },
      },
    });
    expect(ended.outcome).toMatchObject({
      name: 'failed',
      says: '❌ Secretary failed for Phase 2 and fallback is disabled',
    });
    expect(model.askings.some(({ role }) => role === 'coder')).toBe(false);
  });
});

describe('an exception', () => {
  it('is given to one worker without a plan, a review or an aggregator, and has the minimal summary', async () => {
    const place = await project({ 'README.md': '# Shop\n\nAn exmaple.\n' });
    const say: Say = ({ role, turn }) => {
      if (role === 'classifier')
        return says(calls('answer', { kind: 'typo', file: 'README.md', before: 'An exmaple.', after: 'An example.' }));
      if (role !== 'coder') throw new Error(`nobody asked the ${role}`);
      if (turn > 0) return done();
      return says(
        calls('edit', { path: 'README.md', edits: [{ old: 'exmaple', new: 'example' }] }),
        calls('work-write', { path: `${DIR}results/result_1.md`, content: result() }),
      );
    };
    const model = modelOf(say);
    const { result: ended } = await live(place, {
      model,
      order: { request: 'Fix the typo "exmaple" in README.md' },
      build: { plan_validation: true },
    });
    expect(ended.outcome.name).toBe('done');
    expect(place.read('README.md')).toBe('# Shop\n\nAn example.\n');
    expect(place.file('report_summary.md')).toMatch(
      /^---\ngenerated_by: "crew v[\d.]+"\ndate: "\d{4}-\d\d-\d\d"\ncmd_id: "cmd_007"\nstatus: success\nquality: GREEN\ncompleteness: 100\ntask_count: 1\nfailed_tasks: \[\]\n---\n# Summary: cmd_007\n\(Phase 3 skipped — single task\)/,
    );
    expect(place.file('tasks/task_1.md')).toContain('Fix the typo');
    expect(place.file('plan.md')).toBeNull();
  });
});

describe('the work folder', () => {
  it('is laid out as specified', async () => {
    const place = await project();
    await live(place, { model: modelOf(crew({ tasks, deeds })) });
    for (const file of [
      'request.md',
      'config.yaml',
      'plan.md',
      'wave_plan.json',
      'execution_log.yaml',
      'report.md',
      'report_summary.md',
    ])
      expect([file, place.file(file) !== null]).toEqual([file, true]);
    for (const n of [1, 2, 3]) {
      expect(place.file(`tasks/task_${n}.md`)).not.toBeNull();
      expect(place.file(`results/result_${n}.md`)).not.toBeNull();
    }
    expect(parse(place.file('config.yaml') ?? '')).toMatchObject({
      max_parallel: 5,
      max_retries: 2,
      worker_max_turns: 30,
    });
    const fields = logOf(place.file('execution_log.yaml')).tasks.map((each) => Object.keys(each).join());
    expect(new Set(fields)).toEqual(
      new Set(['id,role,task,model,started,finished,duration_sec,status,error,retries,metadata_issues']),
    );
  });

  it('where wave_plan.json and Depends On differ, Depends On decides and the log says so', async () => {
    const place = await project();
    const wave = {
      wave: 1,
      tasks: tasks
        .slice(0, 2)
        .map(({ id }) => ({ id, persona: 'coder', model: 'haiku', depends_on: [], writes: [`src/t${id}.js`] })),
    };
    const model = modelOf(
      crew({
        tasks,
        deeds,
        other: ({ role, turn }) =>
          role === 'decomposer' && turn === 0
            ? writes({
                ...{
                  'plan.md': planText(tasks),
                  'tasks/task_1.md': 'a',
                  'tasks/task_2.md': 'b',
                  'tasks/task_3.md': 'c',
                },
                'wave_plan.json': JSON.stringify({ schema_version: 'v1', total_tasks: 2, waves: [wave] }),
              })
            : undefined,
      }),
    );
    await live(place, { model });
    expect(logOf(place.file('execution_log.yaml')).wave_plan_differences).toEqual([
      'total_tasks is 2, plan.md has 3',
      'task 3 is missing',
    ]);
    expect(JSON.parse(place.file('wave_plan.json') ?? '')).toMatchObject({ total_tasks: 3 });
  });
});
