// A repository without any workflow: what `crew init` writes is committed as it is, the scheduled scan runs, and a box that
// somebody ticks in the digest issue starts a fix.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { runCrew } from '../../build/crew.js';
import { newFolder } from '../../build/folder.js';
import { type Fixes, issueOf, LONG, mended, part, REPO, withFixes } from './with-fixes.js';

let environment: Fixes;

beforeAll(async () => {
  environment = await withFixes({
    workflows: {},
    config: 'facilitate:\n  digest-issue: true\n',
    issues: [issueOf('add')],
    parts: [part('add is wrong', mended('add'))],
  });
  await commitInit();
}, LONG);
afterAll(() => environment.close());

/** Clones the repository, runs `crew init` there, and pushes what it wrote to the default branch. */
async function commitInit(): Promise<void> {
  const { github } = environment;
  const clone = join(await newFolder(), 'shop');
  const run = promisify(execFile);
  const credentials = Buffer.from(`x-access-token:${github.tokenFor({ user: 'ann' })}`).toString('base64');
  const git = (...args: string[]) =>
    run('git', [
      '-c',
      `http.extraHeader=authorization: Basic ${credentials}`,
      '-c',
      'user.name=ann',
      '-c',
      'user.email=ann@example.com',
      ...args,
    ]);
  await git('clone', '--quiet', `${github.url}/${REPO}.git`, clone);
  const { code, err } = await runCrew(['init', '--from', 'crew-sandbox/crew@v1', '--root', clone]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  await git('-C', clone, 'add', '.');
  await git('-C', clone, 'commit', '--quiet', '-m', 'Set up crew');
  await git('-C', clone, 'push', '--quiet', 'origin', 'main');
  await environment.runs();
}

const digest = () => environment.github.repository(REPO).issues.find(({ title }) => title === 'Board digest');

async function tick(user: string): Promise<void> {
  const { number, body } = digest() ?? { number: 0, body: '' };
  await environment
    .as(user)
    .issues.update({ ...at, issue_number: number, body: body?.replace('- [ ]', '- [x]') ?? '' });
}

/** Waits for what a job does meanwhile. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 1200; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(holds()).toBe(true);
}

describe('what crew init wrote, committed', () => {
  it(
    'scans the board on schedule, with a box for the fix in the digest issue',
    async () => {
      await environment.actions.runner.schedule({ repo: REPO, actor: 'ann' });
      const run = (await environment.runs()).find(({ event }) => event === 'schedule');
      expect({ workflow: run?.workflow, conclusion: run?.conclusion }).toEqual({
        workflow: 'facilitate',
        conclusion: 'success',
      });
      expect(environment.log(run)).not.toMatch(/::(?:error|warning)/);
      const labels = environment.github.repository(REPO).issues[0]?.labels.map(({ name }) => name);
      expect(labels).toEqual(['crew:ready']);
      expect(digest()?.body).toMatch(/^- \[ \] .*<!-- crew:box 1 \/crew fix -->$/m);
    },
    LONG,
  );

  it(
    'starts the fix when somebody with write access ticks the box, shows the run, and then offers its review',
    async () => {
      const release = environment.hold('add is wrong');
      await tick('maya');
      await environment.atWork('crew / run / work');
      await environment.actions.runner.schedule({ repo: REPO, actor: 'ann' });
      await until(() => /^- \[x\] .*fix is running/m.test(digest()?.body ?? ''));
      release();
      await environment.runs();
      const [record, ...others] = await environment.records();
      expect(others).toEqual([]);
      expect({ workflow: record?.workflow, by: record?.request.by?.login, ended: record?.end?.outcome }).toEqual({
        workflow: 'fix',
        by: 'maya',
        ended: 'done',
      });
      expect(await environment.pulls()).toMatchObject([{ head: 'crew/issue-1', state: 'open' }]);
      await environment.actions.runner.schedule({ repo: REPO, actor: 'ann' });
      await environment.runs();
      expect(digest()?.body).not.toContain('/crew fix');
      expect(digest()?.body).toMatch(/^- \[ \] .*<!-- crew:box 3 \/crew review -->$/m);
    },
    LONG,
  );
});
