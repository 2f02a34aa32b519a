import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { cycleIn, isInsideTree, problemsOf, problemText, readPlan } from '../../../src/workflows/build/rules/plan.js';
import { compareWavePlan, readWavePlan, wavePlanOf } from '../../../src/workflows/build/rules/wave-plan.js';
import {
  longestChain,
  mayWrite,
  sharedWrites,
  waveProblems,
  wavesOf,
} from '../../../src/workflows/build/rules/waves.js';
import { filesOf, plans, planText, task } from './plans.js';

const idsOf = (waves: readonly (readonly { readonly id: number }[])[]) => waves.map((wave) => wave.map(({ id }) => id));

describe('plan.md', () => {
  it('is read from its table, whatever stands around it', () => {
    fc.assert(
      fc.property(plans, (tasks) => {
        const { tasks: read, problems } = readPlan(planText(tasks));
        expect(problems).toEqual(tasks.length === 0 ? [{ is: 'no-tasks' }] : []);
        expect(read).toEqual(tasks);
      }),
    );
  });

  it('may have more columns, links, backticks, folders and other words for a dependency', () => {
    const text = `| # | Task | File | Depends On | Persona | Model | Writes |
|--|--|--|--|--|--|--|
| 1 | One | [task_1](work/cmd_001/tasks/task_1.md) | - | worker_coder | - | \`./src/a.ts\`, docs/** |
| 2 | Two \\| too | tasks/task_2.md | task_1 | Reviewer | OPUS | none |`;
    expect(readPlan(text, 'sonnet')).toEqual({
      problems: [],
      scopeWarning: undefined,
      tasks: [
        task(1, { title: 'One', persona: 'coder', model: 'sonnet', writes: ['src/a.ts', 'docs/'] }),
        task(2, { title: 'Two | too', persona: 'reviewer', model: 'opus', dependsOn: [1] }),
      ],
    });
  });

  it.each([
    ['File', '| A | notes/task_x.md | - | coder | haiku | a |'],
    ['Depends On', '| A | tasks/task_1.md | the first | coder | haiku | a |'],
    ['Persona', '| A | tasks/task_1.md | - | default | haiku | a |'],
    ['Model', '| A | tasks/task_1.md | - | coder | gpt | a |'],
  ])('is refused where %s holds something else, naming row and column', (column, row) => {
    const { problems } = readPlan(`| Task | File | Depends On | Persona | Model | Writes |\n|-|-|-|-|-|-|\n${row}`);
    expect(problems).toMatchObject([{ is: 'bad-cell', row: 1, column }]);
  });

  it('without the table is refused by name', () => {
    expect(readPlan('# Plan\n\n1. do it').problems.map(problemText)).toEqual([
      'plan.md has no table with the columns Task, File, Depends On, Persona, Model, Writes',
    ]);
  });

  it('keeps its scope warning', () => {
    expect(readPlan(`scope_warning: more than 10 files\n${planText([task(1)])}`).scopeWarning).toBe(
      'more than 10 files',
    );
    expect(readPlan(`scope_warning: false\n${planText([task(1)])}`).scopeWarning).toBeUndefined();
  });
});

describe('a plan is refused before anything runs', () => {
  const refusals = (...tasks: Parameters<typeof problemsOf>[0]) =>
    problemsOf(tasks, { files: filesOf(tasks) }).map(problemText);

  it('for a cycle, with its path', () => {
    const cyclic = [task(1), task(2, { dependsOn: [4] }), task(3, { dependsOn: [2] }), task(4, { dependsOn: [3] })];
    expect(refusals(...cyclic)).toEqual(['tasks depend on each other in a cycle: 2 → 4 → 3 → 2']);
    expect(refusals(task(7, { dependsOn: [7] }))).toEqual(['tasks depend on each other in a cycle: 7 → 7']);
  });

  it('for a dependency that the plan does not have', () => {
    expect(refusals(task(1, { dependsOn: [9] }))).toEqual(['task 1 depends on task 9, which the plan does not have']);
  });

  it('for a task that is there twice, and for a coder without anything to write', () => {
    expect(refusals(task(1), task(1))).toEqual(['task 1 is listed twice']);
    expect(refusals(task(1, { persona: 'coder' }))).toEqual(['task 1 has the persona coder but no path in Writes']);
  });

  it('for a missing task file', () => {
    expect(problemsOf([task(1)], { files: new Set() }).map(problemText)).toEqual([
      'the file of task 1 is missing: tasks/task_1.md',
    ]);
  });

  it.each([
    '/etc/passwd',
    '../x',
    'a/../../x',
    '.git/config',
    'a/.GIT/x',
    'C:/x',
    '~/x',
    'a\\b',
    'src/*.ts',
    'a//b',
    'a\u0000',
  ])('for a path outside the tree: %j', (path) => {
    expect(isInsideTree(path)).toBe(false);
    expect(refusals(task(1, { writes: [path] }))).toHaveLength(1);
  });

  it('and not for what is right, also when it depends on an earlier plan of the run', () => {
    fc.assert(
      fc.property(plans, (tasks) => {
        expect(problemsOf(tasks, { files: filesOf(tasks) })).toEqual([]);
      }),
    );
    const again = [task(4, { dependsOn: [1] })];
    expect(problemsOf(again, { files: filesOf(again), earlier: [1, 2] })).toEqual([]);
    expect(problemsOf([task(2)], { files: filesOf([task(2)]), earlier: [1, 2] })).toMatchObject([
      { is: 'duplicate-task' },
    ]);
  });

  it('a cycle is found wherever there is one', () => {
    fc.assert(
      fc.property(plans, fc.nat(), fc.nat(), (tasks, from, to) => {
        fc.pre(tasks.length > 0);
        const closed = tasks.map((each, n) => {
          const other = tasks[to % tasks.length];
          return n === from % tasks.length && other ? { ...each, dependsOn: [...each.dependsOn, other.id] } : each;
        });
        const path = cycleIn(closed);
        const byId = new Map(closed.map((each) => [each.id, each]));
        for (const [n, id] of (path ?? []).entries())
          if (path && n > 0) expect(byId.get(path[n - 1] ?? 0)?.dependsOn).toContain(id);
        // Waves hold every task exactly when there is no cycle.
        expect(wavesOf(closed).flat().length === closed.length).toBe(path === null);
      }),
    );
  });
});

describe('waves', () => {
  it('hold every task once, every dependency in an earlier wave, and no shared write', () => {
    fc.assert(
      fc.property(plans, (tasks) => {
        const waves = idsOf(wavesOf(tasks));
        expect(waves.flat().toSorted((a, b) => a - b)).toEqual(tasks.map(({ id }) => id).toSorted((a, b) => a - b));
        expect(waveProblems(waves, tasks)).toEqual([]);
      }),
    );
  });

  it('are as few as the rule allows: whoever waits, waits for a dependency or an earlier writer of the wave before', () => {
    fc.assert(
      fc.property(plans, (tasks) => {
        const waves = wavesOf(tasks);
        for (const [n, wave] of waves.entries())
          for (const each of n === 0 ? [] : wave) {
            const before = waves[n - 1] ?? [];
            const isDependent = before.some(({ id }) => each.dependsOn.includes(id));
            const earlier = before.filter((other) => tasks.indexOf(other) < tasks.indexOf(each));
            const isMoved = earlier.some((other) => sharedWrites([[other.id, each.id]], tasks).length > 0);
            expect(isDependent || isMoved).toBe(true);
          }
        const chain = longestChain(tasks);
        expect(waves.length).toBeGreaterThanOrEqual(chain);
        if (tasks.every(({ writes }) => writes.length === 0)) expect(waves).toHaveLength(chain);
      }),
    );
  });

  it('move the later of two writers on, and its dependents with it', () => {
    const tasks = [
      task(1, { writes: ['src/a.ts'] }),
      task(2, { writes: ['src/'] }),
      task(3, { dependsOn: [2] }),
      task(4, { dependsOn: [1] }),
    ];
    expect(idsOf(wavesOf(tasks))).toEqual([[1], [2, 4], [3]]);
  });

  it('come from Depends On alone, not from an Execution Order', () => {
    expect(idsOf(wavesOf(readPlan(planText([task(1), task(2), task(3, { dependsOn: [1] })])).tasks))).toEqual([
      [1, 2],
      [3],
    ]);
  });

  it.each([
    ['independent', (n: number) => task(n)],
    ['in one chain', (n: number) => task(n, { dependsOn: n > 1 ? [n - 1] : [] })],
    ['of one file', (n: number) => task(n, { writes: ['src/a.ts'] })],
    [
      'with ten dependencies each',
      (n: number) =>
        task(n, {
          dependsOn: n > 10 ? Array.from({ length: 10 }, (_, k) => n - 1 - k) : [],
          writes: [`src/${n % 50}/x.ts`],
        }),
    ],
  ])('of 1,000 tasks, %s, grow at most with their square, measured against 100', (_, make) => {
    const fastest = (count: number): number => {
      const tasks = Array.from({ length: count }, (__, n) => make(n + 1));
      const times = Array.from({ length: 7 }, () => {
        const began = performance.now();
        expect(wavesOf(tasks).flat()).toHaveLength(count);
        return performance.now() - began;
      });
      return Math.min(...times);
    };
    fastest(100);
    const [few, many] = [fastest(100), fastest(1000)];
    // The square would be 100 times, the cube 1,000 times.
    expect(many).toBeLessThanOrEqual(400 * (few + 0.1));
  });

  it('say what may be written: a file by its name, a folder with all in it', () => {
    expect(mayWrite(['src/a.ts', 'docs/'], 'src/a.ts')).toBe(true);
    expect(mayWrite(['src/a.ts', 'docs/'], 'docs/deep/x.md')).toBe(true);
    expect(mayWrite(['src/a.ts', 'docs/'], 'src/a.ts.bak')).toBe(false);
    expect(mayWrite(['src/a.ts', 'docs/'], 'docs')).toBe(false);
  });
});

describe('wave_plan.json', () => {
  const tasks = [task(1), task(2, { dependsOn: [1], writes: ['a.ts'] })];
  const plan = wavePlanOf(wavesOf(tasks));

  it('has the fields of version v1', () => {
    expect(plan).toEqual({
      schema_version: 'v1',
      total_tasks: 2,
      waves: [
        { wave: 1, tasks: [{ id: 1, persona: 'writer', model: 'haiku', depends_on: [], writes: [] }] },
        { wave: 2, tasks: [{ id: 2, persona: 'writer', model: 'haiku', depends_on: [1], writes: ['a.ts'] }] },
      ],
    });
  });

  it('is used where it says what Depends On says', () => {
    const read = readWavePlan(JSON.stringify(plan));
    expect(compareWavePlan(read, { tasks, waves: wavesOf(tasks) })).toEqual({
      source: 'wave_plan.json',
      differences: [],
    });
  });

  it('gives way to plan.md where it is missing, broken or another version', () => {
    for (const text of ['', '{', '{"schema_version":"v2","total_tasks":0,"waves":[]}'])
      expect(compareWavePlan(readWavePlan(text), { tasks, waves: wavesOf(tasks) })).toEqual({
        source: 'plan.md',
        differences: [],
      });
  });

  it('gives way to Depends On where they differ, and the difference is named', () => {
    const flat = { ...plan, waves: [{ wave: 1, tasks: plan.waves.flatMap((wave) => wave.tasks) }] };
    expect(compareWavePlan(flat, { tasks, waves: wavesOf(tasks) })).toEqual({
      source: 'plan.md',
      differences: ['task 2: wave is "1", plan.md says "2"'],
    });
    const other = { ...plan, total_tasks: 3, waves: plan.waves.slice(0, 1) };
    expect(compareWavePlan(other, { tasks, waves: wavesOf(tasks) }).differences).toEqual([
      'total_tasks is 3, plan.md has 2',
      'task 2 is missing',
    ]);
  });

  it('with two writers of a path in a wave is not used', () => {
    const two = [task(1, { writes: ['a.ts'] }), task(2, { writes: ['a.ts'] })];
    const flat = wavePlanOf([two]);
    expect(compareWavePlan(flat, { tasks: two, waves: wavesOf(two) }).differences).toContain(
      'wave 1 has two writers of a.ts',
    );
  });
});
