import { afterEach, describe, expect, it } from '@jest/globals';
import { sandboxPages } from '../../src/page/index.js';
import type { Run } from '../../src/runner/index.js';
import { keys } from '../support/repository.js';
import { at, fixture, type Stage, withActions } from '../support/with-actions.js';
import { until } from '../support/world.js';

let stage: Stage;
afterEach(() => stage.close());

type More = Omit<Parameters<typeof withActions>[0], 'workflows'>;

/** A stage with these fixtures as workflow files. */
async function withFixtures(names: readonly string[], more: More = {}): Promise<void> {
  const texts = await Promise.all(names.map(async (name) => [name, await fixture(name)] as const));
  stage = await withActions({ ...more, workflows: Object.fromEntries(texts) });
}

/** One more commit of a person on main, by the API. */
async function moveMain(): Promise<void> {
  const { git } = stage.as('maya');
  const tip = (await git.getRef({ ...at, ref: 'heads/main' })).data.object.sha;
  const { tree } = (await git.getCommit({ ...at, commit_sha: tip })).data;
  const { data } = await git.createCommit({ ...at, message: 'Go on', tree: tree.sha, parents: [tip] });
  await git.updateRef({ ...at, ref: 'heads/main', sha: data.sha });
}

/** A push of a person, by the API: a branch that begins where main stands. */
async function branchOff(name: string): Promise<string> {
  const { data } = await stage.as('maya').git.getRef({ ...at, ref: 'heads/main' });
  await stage.as('maya').git.createRef({ ...at, ref: `refs/heads/${name}`, sha: data.object.sha });
  return data.object.sha;
}

const named = (runs: readonly Run[], workflow: string) => runs.filter((run) => run.workflow === workflow);

describe('an event', () => {
  it('starts the workflows that are committed for it, as who caused it', async () => {
    await withFixtures(['look.yml', 'wait.yml']);
    const sha = await branchOff('topic');
    const [run, ...others] = await stage.runs();
    expect(others).toEqual([]);
    expect(run).toMatchObject({ conclusion: 'success', ref: 'refs/heads/topic', actor: 'maya', title: 'look at push' });
    expect(stage.log(run)).toContain(`run ${run?.id}, number 1, by maya at ${sha}`);
  });

  it('starts nothing where Actions are switched off', async () => {
    await withFixtures(['look.yml']);
    stage.github.repository('ann/shop').actions.enabled = false;
    await branchOff('topic');
    expect(await stage.runs()).toEqual([]);
  });

  it('starts nothing when it is a branch that went away', async () => {
    await withFixtures(['look.yml']);
    await branchOff('topic');
    await stage.runs();
    await stage.as('maya').git.deleteRef({ ...at, ref: 'heads/topic' });
    expect(await stage.runs()).toHaveLength(1);
  });

  it("that a job's own token caused starts nothing", async () => {
    await withFixtures(['write.yml', 'heard.yml']);
    const before = (await stage.as('maya').git.getRef({ ...at, ref: 'heads/main' })).data.object.sha;
    await stage.dispatch('write.yml');
    const runs = await stage.runs();
    expect(runs.map(({ workflow, conclusion }) => [workflow, conclusion])).toEqual([['write', 'success']]);
    const byJob = stage.github.effects.filter(({ actor }) => actor === 'github-actions[bot]');
    expect(byJob).toMatchObject([
      { kind: 'ref.updated', subject: 'refs/heads/main', detail: { before } },
      { kind: 'comment.created', detail: { body: 'done by a job' } },
    ]);
  });

  it('that a person caused starts what the same event by a job does not', async () => {
    await withFixtures(['heard.yml']);
    await stage.as('maya').issues.createComment({ ...at, issue_number: 1, body: 'hello' });
    expect((await stage.runs()).map(({ event, conclusion }) => [event, conclusion])).toEqual([
      ['issue_comment', 'success'],
    ]);
  });
});

describe('a job', () => {
  it('checks its own private repository out with its token, of which nothing is left', async () => {
    await withFixtures(['look.yml'], { repository: { private: true } });
    await stage.dispatch('look.yml');
    const [run] = await stage.runs();
    expect(run?.conclusion).toBe('success');
    expect(stage.log(run)).toContain('# Shop');
    expect(stage.log(run)).toContain('no token is left');
    const clones = stage.github.requests.filter(({ api }) => api === 'git');
    expect(clones.map(({ actor, status }) => `${actor} ${status}`)).toContain('workflow ann/shop 200');
  });

  it('has a token that dies with it', async () => {
    await withFixtures(['write.yml']);
    await stage.dispatch('write.yml');
    const [run] = await stage.runs();
    const token = Buffer.from(run?.jobs[0]?.outputs.token ?? '', 'hex').toString();
    expect(token).toMatch(/^ghs_/);
    const url = `${stage.github.apiUrl}/repos/ann/shop`;
    const { status } = await fetch(url, { headers: { authorization: `bearer ${token}` } });
    expect(status).toBe(401);
  });

  it('finds secrets, which its log never shows, and variables', async () => {
    await withFixtures(['look.yml'], {
      repository: { secrets: { KEY: 'open-sesame' }, variables: { PLACE: 'the shop' } },
    });
    await stage.dispatch('look.yml', { inputs: { what: 'the door' } });
    const [run] = await stage.runs();
    expect(stage.log(run)).toContain('key *** of 11, place the shop, what the door');
  });

  it('works as an App with its key, as far as the App may', async () => {
    const permissions = { issues: 'write' } as const;
    const app = { slug: 'crew', keys, permissions, installations: [{ account: 'ann' }] };
    const variables = { APP_ID: '', LEVEL: 'write' };
    await withFixtures(['as-app.yml'], {
      apps: [app],
      repository: { secrets: { APP_KEY: keys.privateKey }, variables },
    });
    variables.APP_ID = String(stage.github.app('crew').id);
    await stage.dispatch('as-app.yml');
    await stage.runs();
    variables.LEVEL = 'admin';
    await stage.dispatch('as-app.yml');
    const [allowed, beyond] = await stage.runs();
    expect(stage.log(allowed)).toContain('answered 201');
    expect(stage.github.effects.find(({ kind }) => kind === 'comment.created')?.actor).toBe('crew[bot]');
    expect(stage.log(beyond)).toContain('not granted to this installation: issues');
  });

  it('gets no token of an App whose key it does not hold', async () => {
    const app = { slug: 'crew', permissions: { issues: 'write' }, installations: [{ account: 'ann' }] } as const;
    const variables = { APP_ID: '', LEVEL: 'write' };
    await withFixtures(['as-app.yml'], {
      apps: [app],
      repository: { secrets: { APP_KEY: keys.privateKey }, variables },
    });
    variables.APP_ID = String(stage.github.app('crew').id);
    await stage.dispatch('as-app.yml');
    const [run] = await stage.runs();
    expect(run?.conclusion).toBe('failure');
    expect(stage.log(run)).toContain('A JSON web token could not be decoded');
  });
});

describe('a run', () => {
  it('has one id and one number in the answer to a dispatch, in its jobs, in REST and on the pages', async () => {
    await withFixtures(['look.yml']);
    await branchOff('topic');
    await stage.runs();
    const id = await stage.dispatch('look.yml');
    const run = (await stage.runs()).find((one) => one.id === id);
    expect(stage.log(run)).toContain(`run ${id}, number 2, by maya`);
    const { data } = await stage.as('maya').actions.getWorkflowRun({ ...at, run_id: id });
    expect(data).toMatchObject({ status: 'completed', conclusion: 'success', run_number: 2, actor: { login: 'maya' } });
    expect(data.display_title).toBe('look at workflow_dispatch');
  });

  it('shows its jobs with their steps in REST, and its summary and log on the pages', async () => {
    await withFixtures(['look.yml']);
    const id = await stage.dispatch('look.yml');
    const [run] = await stage.runs();
    const { data } = await stage.as('sam').actions.listJobsForWorkflowRun({ ...at, run_id: id });
    const [job] = data.jobs;
    expect(job).toMatchObject({ name: 'look', status: 'completed', conclusion: 'success', run_id: id });
    expect(job?.steps?.map(({ name, conclusion }) => [name, conclusion]).at(1)).toEqual(['look around', 'success']);
    const alone = await stage.as('sam').actions.getJobForWorkflowRun({ ...at, job_id: job?.id ?? 0 });
    expect(alone.data).toEqual(job);
    expect(stage.actions.runs.pages(run?.id ?? 0).summaries).toEqual([{ job: 'look', markdown: '## Looked\n' }]);
  });

  it('is read on the pages at the address that the API gives for it', async () => {
    await withFixtures(['look.yml']);
    const { github, actions } = stage;
    const app = { slug: 'crew', name: 'crew', commands: [] };
    github.mount(sandboxPages({ github, model: { name: 'none', scripted: true }, app, runs: actions.runs }));
    const id = await stage.dispatch('look.yml');
    await stage.runs();
    const { data } = await stage.as('maya').actions.getWorkflowRun({ ...at, run_id: id });
    const page = await (await fetch(data.html_url)).text();
    expect(page).toContain('Looked</h4>');
    expect(page).toContain('look around');
    expect(page).toContain('no token is left');
  });

  it('is told as it goes: webhooks hear that it was requested, began and ended', async () => {
    await withFixtures(['look.yml']);
    await stage.dispatch('look.yml');
    await stage.runs();
    const received = stage.events.filter(({ name }) => name === 'workflow_run').map(({ action }) => action);
    expect(received).toEqual(['requested', 'in_progress', 'completed']);
  });

  it('is followed by workflows that wait for its end, once', async () => {
    await withFixtures(['look.yml', 'after.yml']);
    const id = await stage.dispatch('look.yml');
    const followers = named(await stage.runs(), 'after');
    expect(followers.map(stage.log)).toEqual([expect.stringContaining(`after ${id}: success`)]);
  });

  it('is stopped by REST while it works, and what must always run still does', async () => {
    await withFixtures(['wait.yml']);
    const id = await stage.dispatch('wait.yml');
    await until(() => stage.log(stage.actions.runs.list('ann/shop')[0]).includes('waiting'));
    await stage.as('maya').actions.cancelWorkflowRun({ ...at, run_id: id });
    const [run] = await stage.runs();
    expect(run?.conclusion).toBe('cancelled');
    expect(stage.log(run)).toContain('wait was cancelled');
    const { data } = await stage.as('maya').actions.getWorkflowRun({ ...at, run_id: id });
    expect(data.conclusion).toBe('cancelled');
  });

  it('is stopped by REST also before it has begun', async () => {
    await withFixtures(['wait.yml']);
    const id = await stage.dispatch('wait.yml');
    await stage.as('maya').actions.cancelWorkflowRun({ ...at, run_id: id });
    const [run] = await stage.runs();
    expect(run?.conclusion).toBe('cancelled');
  });

  it('is run again by REST once it has ended: the same run at its commit, another attempt, told to whoever waits for it', async () => {
    await withFixtures(['look.yml', 'after.yml']);
    const look = await stage.dispatch('look.yml');
    const received: string[] = [];
    stage.github.on('event', ({ name, action, payload }) => {
      const { id, run_attempt } = (payload.workflow_run ?? {}) as { id?: number; run_attempt?: number };
      if (name === 'workflow_run' && id === look) received.push(`${action} ${run_attempt}`);
    });
    const { actions } = stage.as('maya');
    await expect(actions.reRunWorkflow({ ...at, run_id: look })).rejects.toMatchObject({ status: 403 });
    const [before] = named(await stage.runs(), 'look');
    await moveMain();
    await stage.runs();
    await expect(actions.reRunWorkflowFailedJobs({ ...at, run_id: look })).rejects.toMatchObject({ status: 403 });
    expect((await stage.as('ann').actions.reRunWorkflow({ ...at, run_id: look })).status).toBe(201);
    const run = (await stage.runs()).find(({ id }) => id === look);
    expect(run).toMatchObject({ attempt: 2, conclusion: 'success', sha: before?.sha, actor: 'maya' });
    expect(stage.log(run).match(/run \d+, number 1, by maya/g)).toHaveLength(1);
    const { data } = await actions.getWorkflowRun({ ...at, run_id: look });
    expect([data.run_attempt, data.triggering_actor?.login]).toEqual([2, 'ann']);
    expect(received.filter((each) => !each.startsWith('in_progress'))).toEqual([
      'completed 1',
      'requested 2',
      'completed 2',
    ]);
    expect(named(await stage.runs(), 'after').filter((each) => stage.log(each).includes(`after ${look}`))).toHaveLength(
      2,
    );
  });

  it('is carried out at the commit that its ref led to when it was asked for, tags included', async () => {
    await withFixtures(['look.yml']);
    const sha = await branchOff('topic');
    await stage.as('maya').git.createRef({ ...at, ref: 'refs/tags/v1', sha });
    await moveMain();
    await stage.runs();
    const id = await stage.dispatch('look.yml', { ref: 'v1' });
    const run = (await stage.runs()).find((one) => one.id === id);
    expect(run).toMatchObject({ conclusion: 'success', ref: 'refs/tags/v1', sha });
  });

  it('that the runner refuses although the API took it ends, and is no secret', async () => {
    const workflow =
      'on: { workflow_dispatch: { inputs: { n: { type: number } } } }\njobs: { a: { runs-on: x, steps: [] } }\n';
    stage = await withActions({ workflows: { 'w.yml': workflow } });
    const id = await stage.dispatch('w.yml', { inputs: { n: 'many' } });
    await expect(stage.runs()).rejects.toMatchObject({
      errors: [{ message: ".github/workflows/w.yml: Provided value 'many' for input 'n' is not a number" }],
    });
    const [run] = await stage.runs();
    expect(run).toMatchObject({ id, status: 'completed', conclusion: 'failure' });
  });

  it('that cannot start is said to have failed, with the reason, instead of waiting for ever', async () => {
    const workflow = 'on: workflow_dispatch\njobs:\n  a:\n    uses: nobody/nothing/.github/workflows/w.yml@v1\n';
    stage = await withActions({ workflows: { 'w.yml': workflow } });
    const id = await stage.dispatch('w.yml');
    const [run] = await stage.runs();
    expect(run).toMatchObject({
      conclusion: 'startup_failure',
      problems: [".github/workflows/w.yml, job 'a': the embedded runner has no nobody/nothing at v1"],
    });
    const { data } = await stage.as('maya').actions.getWorkflowRun({ ...at, run_id: id });
    expect(data).toMatchObject({ status: 'completed', conclusion: 'startup_failure' });
  });
});
