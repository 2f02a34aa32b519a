import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type GitHub, startGitHub } from '../../../src/sandbox/github/index.js';
import { type Sample, seedSample } from '../../../src/sandbox/sample/index.js';
import { parseIssue } from '../../../src/sandbox/sample/parse-issue.js';

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

  it('has issues by its people, as old as they say', () => {
    const { issues } = github.repository(sample.repository);
    expect(issues.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(issues.map(({ author }) => author.login))).toEqual(new Set(['maya', 'noah', 'sam']));
    expect(issues[2]?.blockedBy).toEqual([issues[1]]);
    expect(issues[0]).toMatchObject({ state: 'closed', closedAt: '2026-05-21T12:00:00Z' });
    expect(issues[1]).toMatchObject({ createdAt: '2026-06-09T12:00:00Z', updatedAt: '2026-06-11T12:00:00Z' });
    expect(issues[1]?.comments[0]).toMatchObject({ createdAt: '2026-06-10T12:00:00Z', author: { login: 'maya' } });
    const known = new Set(github.repository(sample.repository).labels.map(({ name }) => name));
    expect(known).toEqual(new Set([...known, ...issues.flatMap(({ labels }) => labels.map(({ name }) => name))]));
    expect(known.size).toBe(9);
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
  it('is refused with its name when something is wrong in it', () => {
    const text = 'title: x\nauthor: y\nwritten: last week\nbody: z\n';
    expect(() => parseIssue('7-x.yml', text)).toThrow(/7-x\.yml[\s\S]*written/);
    expect(() => parseIssue('8-x.yml', text.replace('last week', '3 days ago\ncolour: red'))).toThrow(
      /8-x\.yml[\s\S]*colour/,
    );
  });

  it('reads its age in hours or days', () => {
    const aged = (written: string) => parseIssue('f', `title: x\nauthor: y\nwritten: ${written}\nbody: z`).written;
    expect([aged('1 hour ago'), aged('30 hours ago'), aged('2 days ago')]).toEqual([
      3_600_000, 108_000_000, 172_800_000,
    ]);
  });
});
