import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type GitHub, rollupOf, startGitHub } from 'github-sandbox';
import { parse } from 'yaml';
import { applyCommit } from '../../src/sample/commit-files.js';
import { issueSchema, parseFile } from '../../src/sample/files.js';
import { readWorkflows, type Sample, seedSample } from '../../src/sample/index.js';

const run = promisify(execFile);
const now = Date.parse('2026-06-15T12:00:00Z');

let dir: string;
let github: GitHub;
let sample: Sample;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sample-'));
  github = await startGitHub({ dir: join(dir, 'github'), now: () => now });
  sample = await seedSample(github, { files: { '.github/workflows/crew.yml': 'name: mine\n' } });
});

afterEach(async () => {
  await github.close();
  await rm(dir, { recursive: true, force: true });
});

async function clone(): Promise<string> {
  const into = join(dir, 'clone');
  await run('git', ['clone', '--quiet', `${github.url}/${sample.repository}.git`, into]);
  return into;
}

/** The project's tests as its people run them; jest's own variables would change how node's runner reports. */
async function testsPass(cwd: string): Promise<boolean> {
  const { PATH = '' } = process.env;
  return run(process.execPath, ['--test'], { cwd, env: { PATH } }).then(
    () => true,
    () => false,
  );
}

describe('the sample project', () => {
  it('can be cloned, and its tests pass', async () => {
    expect(await testsPass(await clone())).toBe(true);
  });

  it('has the bug that its issue tells of, and a test can show it', async () => {
    const project = await clone();
    const test = [
      "import assert from 'node:assert/strict';",
      "import { it } from 'node:test';",
      "import { addMonths, format, parse } from '../src/index.js';",
      "it('stays in the month', () => assert.equal(format(addMonths(parse('2026-01-31'), 1)), '2026-02-28'));",
    ];
    await writeFile(join(project, 'test', 'end-of-month.test.js'), test.join('\n'));
    expect(await testsPass(project)).toBe(false);
  });

  it('takes files from outside over its own', async () => {
    const { stdout } = await run('git', ['-C', await clone(), 'show', 'HEAD:.github/workflows/crew.yml']);
    expect(stdout.trim()).toBe('name: mine');
  });

  it('has pull requests whose branches do what their checks say', async () => {
    const project = await clone();
    await run('git', ['-C', project, 'fetch', '--quiet', 'origin', '+refs/pull/*/head:refs/pull/*']);
    const { pulls } = github.repository(sample.repository);
    const found: [number, string][] = [];
    for (const { number } of pulls) {
      await run('git', ['-C', project, 'checkout', '--quiet', `refs/pull/${number}`]);
      found.push([number, (await testsPass(project)) ? 'SUCCESS' : 'FAILURE']);
    }
    const said = pulls.map(({ number, repository, head }) => [number, rollupOf(repository, head.sha)]);
    expect(found).toEqual(said);
    expect(found.filter(([, state]) => state === 'FAILURE')).toEqual([[30, 'FAILURE']]);
  });

  it('has open pull requests that can be merged, one after the other', async () => {
    const project = await clone();
    const { pulls } = github.repository(sample.repository);
    await run('git', ['-C', project, 'fetch', '--quiet', 'origin', '+refs/pull/*/head:refs/pull/*']);
    const me = ['-c', 'user.name=x', '-c', 'user.email=x@x'];
    for (const { number } of pulls.filter(({ state }) => state === 'open')) {
      await run('git', ['-C', project, ...me, 'merge', '--quiet', '--no-edit', `refs/pull/${number}`]);
    }
  });

  it('has on its default branch what was merged, and not what was taken back', async () => {
    const project = await clone();
    const { stdout: log } = await run('git', ['-C', project, 'log', '--format=%an: %s']);
    expect(log.trim().split('\n').slice(0, -1)).toEqual([
      'Maya Lindqvist: Compare dates (#20)',
      'Maya Lindqvist: Years below 100 stay in the first century',
      'Maya Lindqvist: Revert "relative() names the nearest week" (#15)',
      'Noah Tanaka: relative() names the nearest week (#14)',
      'Maya Lindqvist: Add isLeapYear (#11)',
    ]);
    const index = await readFile(join(project, 'src', 'index.js'), 'utf8');
    expect(index).toContain('isLeapYear');
    expect(await readFile(join(project, 'src', 'relative.js'), 'utf8')).toContain('Math.floor');
  });

  it('has issues and pull requests by its people, as old as they say, numbered as they came', () => {
    const { issues, pulls, labels, threadsByNumber: numbered } = github.repository(sample.repository);
    const inOrder = [...numbered.values()].sort((a, b) => a.number - b.number);
    expect(inOrder.map(({ number }) => number)).toEqual(inOrder.map((_, i) => i + 1));
    expect(inOrder.map(({ createdAt }) => createdAt)).toEqual(inOrder.map(({ createdAt }) => createdAt).sort());
    expect(new Set(inOrder.map(({ author }) => author.login))).toEqual(
      new Set(['maya', 'noah', 'ines', 'sam', 'renovate[bot]']),
    );
    expect(issues[2]?.blockedBy).toEqual([issues[1]]);
    expect(issues[0]).toMatchObject({ state: 'closed', closedAt: '2026-03-13T12:00:00Z' });
    expect(issues[1]).toMatchObject({ createdAt: '2026-05-08T12:00:00Z', updatedAt: '2026-06-14T16:00:00Z' });
    expect(issues[1]?.comments[0]).toMatchObject({ createdAt: '2026-05-09T12:00:00Z', author: { login: 'maya' } });
    expect(pulls.find(({ number }) => number === 35)?.head).toMatchObject({ repository: { owner: { login: 'sam' } } });
    const known = labels.map(({ name }) => name);
    expect(known).toHaveLength(10);
    expect(known).toEqual(expect.arrayContaining(inOrder.flatMap((thread) => thread.labels.map(({ name }) => name))));
  });

  it('has a board of its organisation that everybody sees, with a column for each state of work', () => {
    const [board, ...others] = github.state.projects;
    expect(others).toEqual([]);
    expect(board).toMatchObject({ ...sample.project, owner: { login: 'sample' }, public: true, title: 'Towards 1.0' });
    const columns = board?.fields.find(({ name }) => name === 'Status')?.options.map(({ name }) => name);
    const used = board?.items.map(({ values }) => values.get('Status')?.value);
    expect(new Set(used)).toEqual(new Set(columns));
  });

  it('gives what it takes to act: the App installed, a token for each of its people', async () => {
    expect(sample.app).toEqual({
      slug: 'crew',
      id: expect.any(Number),
      privateKey: expect.stringContaining('PRIVATE KEY'),
    });
    expect([...github.state.installations.values()].map(({ account }) => account.login)).toEqual(['sample']);
    const asked = (token: string) =>
      fetch(`${github.apiUrl}/user`, { headers: { authorization: `Bearer ${token}` } }).then((reply) => reply.json());
    expect(await asked(sample.tokens.sam)).toMatchObject({ login: 'sam', name: 'Sam Okafor' });
  });
});

describe('an issue as a file', () => {
  const text = 'title: x\nauthor: y\nwritten: last week\nbody: z\n';

  it('is refused with its name when something is wrong in it', () => {
    expect(() => parseFile(issueSchema, '7-x.yml', text)).toThrow(/7-x\.yml[\s\S]*written/);
    expect(() => parseFile(issueSchema, '8-x.yml', text.replace('last week', '3 days ago\ncolour: red'))).toThrow(
      /8-x\.yml[\s\S]*colour/,
    );
  });

  it('reads its age in hours or days', () => {
    const aged = (written: string) => parseFile(issueSchema, 'f', text.replace('last week', written)).written;
    expect([aged('1 hour ago'), aged('30 hours ago'), aged('2 days ago')]).toEqual([
      3_600_000, 108_000_000, 172_800_000,
    ]);
  });
});

describe('a commit as a patch', () => {
  const tree = new Map([['a.txt', 'one\ntwo\n']]);

  it('changes, makes and deletes files', () => {
    const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+deux\n';
    expect(applyCommit(tree, { patch, of: 'x' })).toEqual({ 'a.txt': 'one\ndeux\n' });
    const made = '--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+new\n';
    expect(applyCommit(tree, { patch: made, of: 'x' })).toEqual({ 'b.txt': 'new\n' });
    const gone = '--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n';
    expect(applyCommit(tree, { patch: gone, of: 'x' })).toEqual({ 'a.txt': null });
  });

  it('is refused by name when it does not fit what is there', () => {
    const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-three\n+trois\n';
    expect(() => applyCommit(tree, { patch, of: 'the branch x' })).toThrow(
      'the branch x: its patch does not fit a.txt',
    );
  });
});

describe('its workflows of crew', () => {
  const files = readWorkflows();
  const crew = parse(files['.github/workflows/crew.yml'] ?? '');

  it('start only on what the App does not answer', () => {
    expect(Object.keys(crew.on)).toEqual(['workflow_dispatch']);
    const verify = parse(files['.github/workflows/crew-verify.yml'] ?? '');
    expect(Object.keys(verify.on)).toEqual(['pull_request', 'merge_group']);
  });

  it('are the templates otherwise, with crew where the sandbox has it', async () => {
    const template = parse(await readFile('templates/workflows/crew.yml', 'utf8'));
    expect(crew.jobs.crew).toEqual({ ...template.jobs.crew, uses: 'crew/crew/.github/workflows/crew.yml@v1' });
    expect(crew.on.workflow_dispatch).toEqual(template.on.workflow_dispatch);
    expect(files['.github/workflows/crew-settle.yml']).not.toContain('OWNER');
  });
});
