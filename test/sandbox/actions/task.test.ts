// `/crew task` through the four jobs: a change, a design with personas and its document, an escalation that is answered; tasks that
// a label and an assignment start, executed by `write` and `build`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { appWork } from '../../../src/app/app-work.js';
import { appPages } from '../../../src/app/pages.js';
import { appKey } from '../../../src/app/token.js';
import { readManifest } from '../../../src/sample/index.js';
import { readEnv } from '../../../src/services/env.js';
import { newFolder } from '../../build/folder.js';
import { task } from '../../workflows/build/plans.js';
import { answer, call, type Fixes, jobsOf, LONG, REPO, turn, withFixes } from './with-fixes.js';
import { answered, around, authors, DONE, file, intake, SOUND, worker, write } from './with-scripts.js';

const FIZZ = `export const fizzbuzz = (n) => (n % 3 ? '' : 'Fizz') + (n % 5 ? '' : 'Buzz') || String(n);\n`;
const FIZZ_TEST = `import assert from 'node:assert/strict';
import test from 'node:test';
import { fizzbuzz } from '../fizzbuzz.js';
test('counts with words', () => assert.deepEqual([1, 3, 5, 15].map(fizzbuzz), ['1', 'Fizz', 'Buzz', 'FizzBuzz']));
`;

const judge = (name: string, first: string, pass: boolean, issues: readonly string[] = []) => ({
  name,
  when: { system: 'You are the Watcher', first },
  turns: [
    turn(
      call('answer', {
        ...{ pass, issues, inspection_log: ['read it'], blindspots_covered: [] },
        misclassification_detected: false,
      }),
    ),
  ],
});

const designer = (first: string, name: string) => ({
  name: `designer ${first}`,
  when: { system: 'You write one document', first },
  turns: [turn(call('answer', { name, text: '# Decision\n\nOne resource for each noun.', log: ['read add.js'] }))],
});

const DIR = 'work/cmd_001/';
const PARTS = ['one', 'two', 'three', 'four'] as const;
const TASKS = PARTS.map((name, n) =>
  task(n + 1, { title: `Add ${name}`, persona: 'coder', writes: [`src/${name}.js`] }),
);

let environment: Fixes;
beforeAll(async () => {
  const secrets: Record<string, string> = { ANTHROPIC_API_KEY: 'sk-ant-canary-0123456789' };
  environment = await withFixes({
    issues: [
      { title: 'A first program', body: 'Somewhere to begin.', author: 'sam' },
      { title: 'The API of the shop', body: 'Routes and errors.', author: 'sam' },
      { title: 'A hard question', body: 'Nobody agrees.', author: 'sam' },
      { title: 'Write documentation for newcomers', body: 'One page.', author: 'sam' },
      { title: 'Add four helpers', body: PARTS.map((name) => `- add ${name}`).join('\n'), author: 'sam' },
    ],
    bugs: [],
    repository: { files: SOUND, secrets },
    config: 'write:\n  profile: docs\n',
    parts: [
      {
        name: 'editor fizzbuzz',
        when: { system: 'You are the Editor', first: 'fizzbuzz' },
        turns: [
          turn(write('fizzbuzz.js', FIZZ), write('test/fizzbuzz.test.js', FIZZ_TEST)),
          turn(
            answer({
              ...{ kind: 'feature', what: 'Adds fizzbuzz.', why: 'It was asked for.', approach: 'Count with words.' },
              shownBy: [{ file: 'test/fizzbuzz.test.js', test: 'counts with words' }],
            }),
          ),
        ],
      },
      designer('API', 'api-design.md'),
      designer('storage', 'storage.md'),
      // Of the hard question the watcher is content with what a person decided.
      judge('watcher decided', 'after the escalation', true),
      judge('watcher hard', 'storage', false, ['the cost of moving is not named']),
      judge('watcher', 'was asked', true),
      judge('watcher of all', '\n', true),
      intake('newcomers', 'First steps'),
      ...authors(),
      ...around({ dir: DIR, tasks: TASKS, request: 'Add four helpers', summary: 'Four helpers are there.' }),
      ...TASKS.map(({ id }, n) =>
        worker(DIR, id, [
          turn(
            write(`src/${PARTS[n]}.js`, `export const ${PARTS[n]} = ${id};\n`),
            file(DIR, `results/result_${id}.md`, DONE),
          ),
          answered,
        ]),
      ),
    ],
  });
  // With the App's key crew writes as the App, and can be given an issue.
  await environment.github.seed({ apps: [{ ...readManifest(), owner: 'ann', installations: [{ account: 'ann' }] }] });
  const { id, privateKey } = environment.github.app('crew');
  Object.assign(secrets, { CREW_APP_ID: String(id), CREW_APP_PRIVATE_KEY: privateKey });
}, LONG);
afterAll(async () => {
  if (process.env.DUMP) {
    for (const issue of [1, 2, 3, 4, 5]) {
      for (const each of await environment.records(`issue-${issue}`)) console.log(each.run, JSON.stringify(each.end));
      console.log(environment.said(issue).join('\n-----\n'));
    }
    for (const pull of await environment.pulls()) console.log(pull.title, pull.draft, '\n', pull.body);
    for (const run of await environment.runsOf())
      console.log(run.id, JSON.stringify(jobsOf(run)), environment.log(run).slice(-1500));
  }
  await environment.close();
});

const ends = async (issue: number) =>
  (await environment.records(`issue-${issue}`)).map(({ workflow, end }) => [workflow, end?.outcome]);
const documentOf = async (issue: number, n = -1) =>
  (await environment.records(`issue-${issue}`)).at(n)?.end?.result as {
    readonly result: Readonly<Record<string, unknown>>;
    readonly execution_trace: readonly { readonly state: string }[];
    readonly pull?: number;
  };
const pullOf = async (issue: number) => (await environment.pulls()).find(({ head }) => head === `crew/issue-${issue}`);

describe('/crew task', () => {
  it(
    'goes straight through a small program, and ends in a pull request',
    async () => {
      await environment.say('maya', '/crew task fizzbuzz を作って', 1);
      await environment.runs();
      expect(await ends(1)).toEqual([['task', 'done']]);
      const { result, execution_trace: trace } = await documentOf(1);
      expect(result).toMatchObject({ task_type: 'implement', requires_persona: false, pass: true });
      expect(trace.map(({ state }) => state)).not.toContain('selecting_personas');
      expect(await pullOf(1)).toMatchObject({ draft: false, state: 'open' });
      expect(environment.said(1).at(-1)).toMatch(/^@maya\n\n#\d+ is ready for review\./);
    },
    LONG,
  );

  it(
    'gives a design personas and a watcher, shows the document, and /crew apply puts it into a pull request',
    async () => {
      await environment.say('maya', "/crew task decide this API's design", 2);
      await environment.runs();
      expect(await ends(2)).toEqual([['task', 'planned']]);
      expect(await documentOf(2)).toMatchObject({
        result: { task_type: 'design', requires_persona: true, pass: true },
      });
      const thread = environment.said(2).join('\n');
      expect(thread).toContain('One resource for each noun.');
      expect(thread).toContain('**Document written.**');
      expect(thread).toContain('/crew apply');
      const asked = environment.model.requests.length;
      await environment.say('maya', '/crew apply', 2);
      await environment.runs();
      expect(environment.model.requests).toHaveLength(asked);
      expect(await pullOf(2)).toMatchObject({ state: 'open', draft: false });
      expect(await environment.file('crew/issue-2', 'docs/api-design.md')).toContain('One resource for each noun.');
    },
    LONG,
  );

  it(
    'escalates what the watcher rejects to the end; the answer in the thread starts a new run that goes on',
    async () => {
      await environment.say('maya', '/crew task decide on the storage', 3);
      await environment.runs();
      expect(await ends(3)).toEqual([['task', 'escalated']]);
      const thread = environment.said(3).join('\n');
      expect(thread).toContain('No agreement was reached after 3 iterations. Please decide.');
      expect(thread).toContain('the cost of moving is not named');
      await environment.say('maya', '/crew answer one file is enough', 3);
      await environment.runs();
      expect(await ends(3)).toEqual([
        ['task', 'escalated'],
        ['task', 'planned'],
      ]);
      expect(JSON.stringify(environment.model.requests.at(-1))).toContain('one file is enough');
      expect(environment.said(3).at(-1)).not.toContain('waits for a decision');
    },
    LONG,
  );

  it('shows its last runs in /crew status', async () => {
    await environment.say('maya', '/crew status', 3);
    await environment.runs();
    const status = environment.said(3).at(-1) ?? '';
    expect(status).toContain('`task-3-');
    expect(status).not.toContain('`task-2-');
    expect(status).toContain('needs a decision');
  });
});

describe('the App', () => {
  it(
    'shows the tasks of a public repository, and each run, on its pages',
    async () => {
      const { id, privateKey } = environment.github.app('crew');
      const env = readEnv({
        ...{ GITHUB_API_URL: environment.github.apiUrl, GITHUB_GRAPHQL_URL: environment.github.graphqlUrl },
        ...{ GITHUB_SERVER_URL: environment.github.url, APP_ID: String(id), PRIVATE_KEY: privateKey },
        WEBHOOK_SECRET: 'a secret of this test',
      });
      const work = appWork(env, { key: appKey(env), home: await newFolder() });
      const pages = appPages(work.reports, { server: environment.github.url, clock: { now: Date.now } }, work.pages);
      const server = createServer(async (request, response) => {
        if (!(await pages(request, response))) response.writeHead(404).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const read = async (path: string) => {
        const response = await fetch(`http://127.0.0.1:${port}/${REPO}/${path}`);
        return { status: response.status, text: await response.text() };
      };
      expect((await read('tasks')).status).toBe(404);
      const [installation] = environment.github.state.installations.keys();
      const place = { installation: installation ?? 0, repository: environment.github.repository(REPO).id };
      await work.scan({ repo: REPO, installation: place, by: [] });
      const { text } = await read('tasks');
      for (const issue of [1, 2, 3]) expect(text).toContain(`task-${issue}-`);
      expect(text).toMatch(/Martin Fowler \+ Donald Knuth/);
      const [record] = await environment.records('issue-3');
      expect((await read(`runs/${record?.run}`)).text).toContain('the cost of moving is not named');
      expect((await read('runs/task-9-0123456789')).status).toBe(404);
      await new Promise((resolve) => server.close(resolve));
    },
    LONG,
  );
});

describe('a task that nobody typed', () => {
  it(
    'is started by its label; a document is written by write, which asks which way to go',
    async () => {
      await environment.as('maya').issues.addLabels({ ...at, issue_number: 4, labels: ['crew:task'] });
      await environment.runs();
      expect(await ends(4)).toEqual([['task', 'awaiting']]);
      expect(environment.said(4).join('\n')).toContain('**A: Do it first**');
      await environment.say('maya', '/crew select A', 4);
      await environment.runs();
      expect(await ends(4)).toEqual([['task', 'done']]);
      const pull = await pullOf(4);
      expect(pull).toMatchObject({ draft: false, state: 'open' });
      expect(pull?.body).toContain('Reviewers’ scores in the last round');
      expect((await documentOf(4)).pull).toBe(pull?.number);
    },
    LONG,
  );

  it(
    'is started by an assignment to the App; a list of things to do is built, one commit for each',
    async () => {
      await environment.as('maya').issues.update({ ...at, issue_number: 5, assignees: ['crew[bot]'] });
      await environment.runs();
      expect(await ends(5)).toEqual([['task', 'done']]);
      const pull = await pullOf(5);
      const { data } = await environment.as('maya').pulls.listCommits({ ...at, pull_number: pull?.number ?? 0 });
      expect(data.map(({ commit }) => commit.message.split('\n')[0])).toEqual(TASKS.map(({ title }) => title));
      expect(await documentOf(5)).toMatchObject({ result: { task_type: 'implement', pass: true } });
    },
    LONG,
  );
});
