// `/crew build` through the four jobs: waves of workers, a worker that fails, a machine that dies, one pull request, and a change that
// does not hold in the verify job.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { readSteps } from '../../../src/runs/journal.js';
import { runPage } from '../../../src/view/run/page/page.js';
import { showRun } from '../../../src/view/run/shown-run.js';
import { writtenFiles } from '../../../src/workflows/build/agents/work-folder.js';
import { picturesOf } from '../../../src/workflows/pictures.js';
import { task } from '../../workflows/build/plans.js';
import { call, type Fixes, jobsOf, LONG, turn, withFixes } from './with-fixes.js';
import { answered, around, DONE, file, result, SOUND, worker, write } from './with-scripts.js';

const ENDPOINTS = ['users', 'orders', 'items'] as const;

/** An endpoint that takes whatever it gets. */
const trusting = (name: string) => `export const ${name} = (input) => ({ saved: input });`;
const FILES = Object.fromEntries([...ENDPOINTS.map((name) => [`src/${name}.js`, `${trusting(name)}\n`])]) as Readonly<
  Record<string, string>
>;

const checks = (name: string) => `import { requireName } from './input.js';

export const ${name} = (input) => ({ saved: requireName(input) });`;
const validates = (name: string) =>
  call('edit', { path: `src/${name}.js`, edits: [{ old: trusting(name), new: checks(name) }] });
const testOf = (name: string) => `import assert from 'node:assert/strict';
import test from 'node:test';
import { ${name} } from '../src/${name}.js';
test('${name} refuses input without a name', () => assert.throws(() => ${name}({})));
`;
const INPUT = `/** The input, where it has a name. */
export function requireName(input) {
  if (typeof input?.name !== 'string' || input.name === '') throw new TypeError('name is required');
  return input;
}
`;

const TASKS = [
  task(1, { title: 'Add a check of the input', persona: 'coder', writes: ['src/input.js'] }),
  ...ENDPOINTS.map((name, n) =>
    task(n + 2, {
      ...{ title: `Validate ${name}`, persona: 'coder', dependsOn: [1] },
      writes: [`src/${name}.js`, `test/${name}.test.js`],
    }),
  ),
  task(5, { title: 'Document the errors', persona: 'writer', dependsOn: [2, 3, 4], writes: ['docs/errors.md'] }),
];

const HALF = result('status: failure\nquality: RED\ncompleteness: 30\nerrors: ["the tests were not written"]');

const SUMMARY = 'All three endpoints refuse input without a name.';

const DIR = 'work/cmd_001/';
const RED = 'work/cmd_002/';

const endpoint = (dir: string, id: number, name: string) => [
  turn(validates(name), write(`test/${name}.test.js`, testOf(name)), file(dir, `results/result_${id}.md`, DONE)),
  answered,
];

/** Passes where the tree is a worktree, as in the work job, and fails in a clone, as in the verify job. */
const LEANS = `import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import test from 'node:test';
test('leans on where it runs', () => assert.ok(statSync('.git', { throwIfNoEntry: false })?.isDirectory() !== true));
`;

const redTasks = [1, 2, 3].map((id) =>
  task(id, { title: `Part ${id}`, persona: 'coder', writes: [`src/part${id}.js`, `test/part${id}.test.js`] }),
);

let environment: Fixes;
beforeAll(async () => {
  environment = await withFixes({
    issues: [
      { title: 'Validate the input of the three endpoints', body: 'With tests and documentation.', author: 'sam' },
      { title: 'Three more parts', body: 'Each in its own file.', author: 'sam' },
    ],
    bugs: [],
    repository: { files: { ...SOUND, ...FILES } },
    config:
      'build:\n  max_retries: 1\n  max_parallel: 3\n  retrospect: { enabled: false }\n  lp_system: { enabled: false, collect_signals: false }\n',
    parts: [
      ...around({ dir: DIR, tasks: TASKS, request: 'Validate the input', summary: SUMMARY }),
      ...around({ dir: RED, tasks: redTasks, request: 'Three more parts', summary: SUMMARY }),
      worker(DIR, 1, [turn(write('src/input.js', INPUT), file(DIR, 'results/result_1.md', DONE)), answered]),
      worker(DIR, 2, endpoint(DIR, 2, 'users')),
      worker(DIR, 3, endpoint(DIR, 3, 'orders')),
      // The second attempt hangs until its machine dies.
      worker(
        DIR,
        4,
        endpoint(DIR, 4, 'items').map((each, n) =>
          n === 0 ? { ...each, fault: { kind: 'stall', ms: 300_000, times: 1 } } : each,
        ),
        'PREVIOUS_ERROR',
      ),
      worker(DIR, 4, [turn(validates('items'), file(DIR, 'results/result_4.md', HALF)), answered]),
      worker(DIR, 5, [
        turn(write('docs/errors.md', '# Errors\n\n`name is required`\n'), file(DIR, 'results/result_5.md', DONE)),
        answered,
      ]),
      ...redTasks.map(({ id }) =>
        worker(RED, id, [
          turn(
            write(`src/part${id}.js`, `export const part${id} = ${id};\n`),
            write(`test/part${id}.test.js`, id === 3 ? LEANS : '\n'),
            file(RED, `results/result_${id}.md`, DONE),
          ),
          answered,
        ]),
      ),
    ],
  });
}, LONG);
afterAll(async () => {
  if (process.env.DUMP) {
    for (const issue of [1, 2]) {
      for (const each of await environment.records(`issue-${issue}`)) console.log(each.run, JSON.stringify(each.end));
      console.log(environment.said(issue).join('\n-----\n'));
    }
    for (const pull of await environment.pulls()) console.log(pull.title, pull.draft, '\n', pull.body);
    for (const run of await environment.runsOf())
      console.log(run.id, JSON.stringify(jobsOf(run)), environment.log(run).slice(-2500));
  }
  await environment.close();
});

/** Of an entry of execution_log.yaml (specs parent-session, 実行ログ). */
const LOG_FIELDS = [
  ...['duration_sec', 'error', 'finished', 'id', 'metadata_issues'],
  ...['model', 'retries', 'role', 'started', 'status', 'task'],
];

const prompts = () =>
  environment.model.requests.map(({ body }) => JSON.stringify((body as { messages: unknown[] }).messages));
const begun = (id: number) => prompts().filter((text) => text.includes(`${DIR}tasks/task_${id}.md を読め`)).length;

describe('/crew build', () => {
  let beforeDeath = { one: 0, two: 0, three: 0 };
  const count = () => ({ one: begun(1), two: begun(2), three: begun(3) });

  it(
    'is continued after its machine died, and repeats no task that had succeeded',
    async () => {
      await environment.say('maya', '/crew build');
      const id = await environment.atWork('crew / run / work');
      // The second attempt of task 4 hangs; what the other tasks paid for is in the journal.
      await environment.uploaded(
        id,
        '"task_1.1 ended"',
        '"task_2.1 ended"',
        '"task_3.1 ended"',
        '"log task_4.2 started"',
      );
      beforeDeath = count();
      environment.actions.runner.kill(id, 'crew / run / work');
      await environment.runs();
      expect((await environment.records()).map(({ end }) => end?.outcome)).toEqual(['infra_error']);
      await environment.say('maya', '/crew continue');
      await environment.runs();
      expect((await environment.records()).map(({ end }) => end?.outcome)).toEqual(['done']);
      expect(count()).toEqual(beforeDeath);
    },
    LONG,
  );

  it('ends in one pull request with one commit for each task, and its check', async () => {
    const [pull, ...others] = await environment.pulls();
    expect(others).toEqual([]);
    expect(pull).toMatchObject({ head: 'crew/issue-1', draft: false, state: 'open' });
    expect(pull?.body).toContain('Closes #1');
    expect(pull?.body).toContain('All 5 tasks are in this pull request, one commit each.');
    const { data } = await environment.as('maya').pulls.listCommits({ ...at, pull_number: pull?.number ?? 0 });
    expect(data.map(({ commit }) => commit.message.split('\n')[0])).toEqual(TASKS.map(({ title }) => title));
    const checks = await environment.as('maya').checks.listForRef({ ...at, ref: 'crew/issue-1' });
    expect(checks.data.check_runs.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['crew/verify', 'success'],
    ]);
  });

  it('reports waves, failed attempts and the summary in the thread', async () => {
    const last = environment.said().join('\n');
    expect(last).toContain('| 2 | 4. Validate items | coder | done |');
    expect(last).toContain('All three endpoints refuse input without a name.');
    expect(environment.said().at(-1)).toMatch(/^@maya\n\n#\d+ is ready for review\./);
  });

  it("keeps the agents' files under the specification's names, and a log with its fields", async () => {
    const [record] = await environment.records();
    const { log } = (record?.end?.result ?? { log: [] }) as { log: readonly { role: string; task: string | null }[] };
    expect(log.map(({ role, task: each }) => [role, each])).toEqual([
      ['decomposer', null],
      ...TASKS.map(({ id, persona }) => [`worker_${persona}`, `task_${id}`]),
      ['aggregator', null],
    ]);
    for (const entry of log) expect(Object.keys(entry).sort()).toEqual(LOG_FIELDS);
    expect(log[4]).toMatchObject({ task: 'task_4', status: 'success', retries: 1, error: null });
    const steps = readSteps(await environment.stored('issue-1', `${record?.run}/journal.jsonl`));
    expect([...writtenFiles(steps, DIR).keys()].sort()).toEqual(
      [
        ...['plan.md', 'report.md', 'report_summary.md'],
        ...TASKS.flatMap(({ id }) => [`tasks/task_${id}.md`, `results/result_${id}.md`]),
      ].sort(),
    );
  });

  it('has a page with the waves as a picture', async () => {
    const [record] = await environment.records();
    if (!record) throw new Error('no run');
    const steps = readSteps(await environment.stored('issue-1', `${record.run}/journal.jsonl`));
    const history = { record, steps };
    const now = Date.parse(record.end?.at ?? '');
    const page = runPage(showRun(history, { now, lang: 'en', pictures: picturesOf(history, { now, lang: 'en' }) }));
    expect(page).toContain('<title>Timeline of the build</title>');
    expect(page).toContain('task_5');
  });
});

describe('a build whose change does not hold in the verify job', () => {
  it(
    'ends stuck, says which test fails, and publishes nothing',
    async () => {
      await environment.say('maya', '/crew build', 2);
      await environment.runs();
      const [record] = await environment.records('issue-2');
      expect(record?.end?.outcome).toBe('stuck');
      expect((await environment.pulls()).map(({ head }) => head)).not.toContain('crew/issue-2');
      const said = environment.said(2).join('\n');
      expect(said).toContain('leans on where it runs');
      expect(environment.said(2).at(-1)).toMatch(/^@maya/);
    },
    LONG,
  );
});
