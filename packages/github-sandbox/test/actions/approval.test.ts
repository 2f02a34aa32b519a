import { afterEach, describe, expect, it } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { trackWork } from '../../src/actions/index.js';
import { growBranch } from '../support/grow-branch.js';
import { refusal } from '../support/repository.js';
import { at, REPO, type Stage, withActions } from '../support/with-actions.js';
import { script } from '../support/world.js';

describe('approval and webhooks of jobs', () => {
  let stage: Stage;
  afterEach(() => stage.close());

  const CI = `on: pull_request
jobs:
  test:
    runs-on: x
    steps:
      - ${script("console.log('tested ' + process.env.GITHUB_SHA)")}
`;
  const AFTER = `on: { workflow_run: { workflows: [CI], types: [completed] } }
jobs:
  after:
    runs-on: x
    steps:
      - ${script("console.log('after')")}
`;

  async function open(): Promise<Octokit> {
    const workflows = { 'ci.yml': `name: CI\n${CI}`, 'after.yml': AFTER };
    stage = await withActions({ workflows, repository: { actionsMayOpenPulls: true } });
    const auth = stage.github.tokenFor({
      workflow: REPO,
      permissions: { contents: 'write', pull_requests: 'write', actions: 'write' },
    });
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    return new Octokit({ baseUrl: stage.github.apiUrl, auth, log });
  }

  async function openPull(client: Octokit): Promise<number> {
    await growBranch(client, { ...at, branch: 'crew/1', files: { 'a.txt': 'a' } });
    const { data } = await client.pulls.create({ ...at, title: 'A', head: 'crew/1', base: 'main' });
    return data.number;
  }

  /** The runs of CI as the API lists them, oldest first. */
  async function ci(): Promise<{ id: number; conclusion: string | null; actor: string | undefined }[]> {
    await stage.runs();
    const { data } = await stage.as('maya').actions.listWorkflowRunsForRepo({ ...at, event: 'pull_request' });
    return data.workflow_runs
      .map(({ id, conclusion, actor }) => ({ id, conclusion: conclusion ?? null, actor: actor?.login }))
      .reverse();
  }

  describe('a pull request that GITHUB_TOKEN opened', () => {
    it('has runs that wait for approval, and so has each push to it', async () => {
      const bot = await open();
      await openPull(bot);
      expect(await ci()).toMatchObject([{ conclusion: 'action_required', actor: 'github-actions[bot]' }]);
      await growBranch(bot, { ...at, branch: 'crew/1', files: { 'b.txt': 'b' } });
      expect((await ci()).map(({ conclusion }) => conclusion)).toEqual(['action_required', 'action_required']);
      const { data } = await stage.as('maya').actions.listWorkflowRunsForRepo({ ...at, status: 'action_required' });
      expect(data.total_count).toBe(2);
    });

    it('starts nothing by its other activities', async () => {
      const bot = await open();
      const pull = await openPull(bot);
      await bot.pulls.update({ ...at, pull_number: pull, title: 'Another title' });
      await bot.pulls.update({ ...at, pull_number: pull, state: 'closed' });
      expect(await ci()).toHaveLength(1);
    });

    it('has them run, under the same id, once a person approves them', async () => {
      await openPull(await open());
      const [waiting] = await ci();
      await stage.as('maya').actions.approveWorkflowRun({ ...at, run_id: waiting?.id ?? 0 });
      expect(await ci()).toEqual([{ ...waiting, conclusion: 'success' }]);
      const after = (await stage.runs()).filter(({ event }) => event === 'workflow_run');
      expect(after.at(-1)).toMatchObject({ conclusion: 'success' });
    });

    it('cannot be approved by GITHUB_TOKEN, nor by who may not write, nor twice', async () => {
      const bot = await open();
      await openPull(bot);
      const [run] = await ci();
      const approve = (client: Octokit) => refusal(client.actions.approveWorkflowRun({ ...at, run_id: run?.id ?? 0 }));
      expect(await approve(bot)).toMatchObject({ status: 403, message: 'Resource not accessible by integration' });
      expect((await approve(stage.as('sam'))).status).toBe(403);
      await stage.as('maya').actions.approveWorkflowRun({ ...at, run_id: run?.id ?? 0 });
      expect((await approve(stage.as('maya'))).status).toBe(403);
      expect((await ci()).map(({ conclusion }) => conclusion)).toEqual(['success']);
    });

    it('runs at once when a person pushes to it', async () => {
      await openPull(await open());
      await growBranch(stage.as('maya'), { ...at, branch: 'crew/1', files: { 'b.txt': 'b' } });
      expect((await ci()).map(({ conclusion }) => conclusion)).toEqual(['action_required', 'success']);
    });
  });

  describe('webhooks of jobs', () => {
    it('tell when a job was queued, when it began and how it ended, each when its turn came', async () => {
      const second = `  second:\n    needs: test\n    runs-on: x\n    steps:\n      - ${script('process.exit(1)')}\n`;
      stage = await withActions({
        workflows: { 'ci.yml': `name: CI\n${CI.replace('pull_request', 'push')}${second}` },
      });
      await growBranch(stage.as('maya'), { ...at, branch: 'work', files: { 'a.txt': 'a' } });
      await stage.runs();
      const received = stage.events.filter(({ name }) => name === 'workflow_job');
      const shown = received.map(({ action, payload: { workflow_job } }) => {
        const { name, status, conclusion, workflow_name, run_id } = Object(workflow_job);
        return [action, name, status, conclusion, workflow_name, typeof run_id];
      });
      expect(shown).toEqual([
        ['queued', 'test', 'queued', null, 'CI', 'number'],
        ['in_progress', 'test', 'in_progress', null, 'CI', 'number'],
        ['completed', 'test', 'completed', 'success', 'CI', 'number'],
        ['queued', 'second', 'queued', null, 'CI', 'number'],
        ['in_progress', 'second', 'in_progress', null, 'CI', 'number'],
        ['completed', 'second', 'completed', 'failure', 'CI', 'number'],
      ]);
    });
  });
});

describe('work that runs in the background', () => {
  it('has settled when what it led to has, too', async () => {
    const watch = trackWork();
    const done: string[] = [];
    const second = async () => void done.push('second');
    const first = async () => {
      await new Promise((go) => setTimeout(go, 5));
      done.push('first');
      watch.add(second());
    };
    watch.add(first());
    expect(watch.isBusy()).toBe(true);
    await watch.settled();
    expect([done, watch.isBusy()]).toEqual([['first', 'second'], false]);
  });

  it('does not hide what failed, and says it once', async () => {
    const watch = trackWork();
    watch.add(Promise.reject(new Error('no such commit')));
    watch.add(Promise.resolve());
    await watch.settled();
    expect(() => watch.throwFailures()).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ message: 'no such commit' })] }),
    );
    expect(() => watch.throwFailures()).not.toThrow();
  });
});
