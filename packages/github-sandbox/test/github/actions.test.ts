import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { changeRun, createRun, type RunExecutor } from '../../src/github/index.js';
import type { WorkflowRun } from '../../src/github/state.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

describe('dispatches and runs', () => {
  const crew = `name: Crew
on:
  workflow_dispatch:
    inputs:
      command: { required: true, type: string }
      mode: { type: choice, options: [quick, deep], default: quick }
jobs: {}
`;

  let github: EmbeddedGitHub;
  beforeEach(async () => {
    const files = { '.github/workflows/crew.yml': crew, '.github/workflows/ci.yml': 'on: push\njobs: {}\n' };
    const [first, ...rest] = sampleSeed.repositories ?? [];
    const repositories = first === undefined ? rest : [{ ...first, files }, ...rest];
    github = await startEmbeddedGitHub({ seed: { ...sampleSeed, repositories } });
  });
  afterEach(() => github.close());

  const bob = () => octokit(github, github.tokenFor({ user: 'bob' }));
  const at = { ...inRepository, workflow_id: 'crew.yml' };
  const dispatch = (inputs: Record<string, string>, more: object = {}) =>
    bob().request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
      ...at,
      ref: 'main',
      inputs,
      ...more,
    });

  describe('a workflow that is dispatched', () => {
    it('answers with its run when asked to', async () => {
      const { status, data } = await dispatch({ command: 'help' }, { return_run_details: true });
      const [run] = github.repository('ann/shop').runs;
      expect([status, data]).toEqual([
        200,
        {
          workflow_run_id: run?.id,
          run_url: `${github.apiUrl}/repos/ann/shop/actions/runs/${run?.id}`,
          html_url: `${github.url}/ann/shop/actions/runs/${run?.id}`,
        },
      ]);
    });

    it('answers with its run also to the version of the API that always does', async () => {
      const { status } = await dispatch({ command: 'help' }, { headers: { 'x-github-api-version': '2026-03-10' } });
      expect(status).toBe(200);
    });

    it('answers nothing to older clients', async () => {
      expect((await dispatch({ command: 'help' })).status).toBe(204);
    });

    it('gets its inputs with their defaults, at the commit of its ref', async () => {
      await dispatch({ command: 'fix' });
      const [run] = github.repository('ann/shop').runs;
      expect(run).toMatchObject({
        event: 'workflow_dispatch',
        headBranch: 'main',
        inputs: { command: 'fix', mode: 'quick' },
      });
      expect(github.effects.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
        'dispatch .github/workflows/crew.yml',
        'run.queued .github/workflows/crew.yml',
      ]);
    });

    it.each([
      ['an input is missing', {}, "Required input 'command' not provided"],
      ['an input is unknown', { command: 'x', colour: 'red' }, 'Unexpected inputs provided: ["colour"]'],
      [
        'a choice is none',
        { command: 'x', mode: 'slow' },
        "Provided value 'slow' for input 'mode' not in the list of allowed values",
      ],
    ])('is refused when %s', async (_, inputs, message) => {
      expect(await refusal(dispatch(Object.fromEntries(Object.entries(inputs))))).toMatchObject({
        status: 422,
        message,
      });
    });

    it('is refused on a ref that is not there, without the trigger, and without the right', async () => {
      const missing = bob().actions.createWorkflowDispatch({ ...at, ref: 'nowhere' });
      expect(await refusal(missing)).toMatchObject({ status: 422, message: 'No ref found for: nowhere' });
      const ci = bob().actions.createWorkflowDispatch({ ...at, workflow_id: 'ci.yml', ref: 'main' });
      expect(await refusal(ci)).toMatchObject({
        status: 422,
        message: "Workflow does not have 'workflow_dispatch' trigger",
      });
      const nothing = bob().actions.createWorkflowDispatch({ ...at, workflow_id: 'nothing.yml', ref: 'main' });
      expect(await refusal(nothing)).toMatchObject({ status: 404 });
      const rex = octokit(github, github.tokenFor({ user: 'rex' }));
      expect(await refusal(rex.actions.createWorkflowDispatch({ ...at, ref: 'main' }))).toMatchObject({ status: 403 });
    });
  });

  describe('runs', () => {
    const started = async () => {
      await dispatch({ command: 'fix' });
      const run = github.repository('ann/shop').runs.at(-1);
      if (run === undefined) throw new Error('no run was made');
      return { run, at: { ...inRepository, run_id: run.id } };
    };

    it('stay queued while no runner is plugged in, and can be cancelled', async () => {
      const { at: one } = await started();
      expect((await bob().actions.getWorkflowRun(one)).data).toMatchObject({ status: 'queued', conclusion: null });
      await bob().actions.cancelWorkflowRun(one);
      expect((await bob().actions.getWorkflowRun(one)).data).toMatchObject({
        status: 'completed',
        conclusion: 'cancelled',
      });
      expect(await refusal(bob().actions.cancelWorkflowRun(one))).toMatchObject({ status: 409 });
    });

    it('are handed to the runner, which says how they go', async () => {
      const seen: string[] = [];
      const by = { account: github.state.accounts.get('bob') ?? never(), app: null, isWorkflow: false };
      const runner: RunExecutor = {
        start: (run: WorkflowRun) => {
          seen.push(`start ${run.event}`);
          changeRun({ world: github.world, by }, run, { status: 'in_progress' });
        },
        cancel: (id) => seen.push(`cancel ${id}`),
      };
      github.plugExecutor(runner);
      const { run, at: one } = await started();
      await bob().actions.cancelWorkflowRun(one);
      expect(seen).toEqual(['start workflow_dispatch', `cancel ${run.id}`]);
      changeRun({ world: github.world, by }, run, { status: 'completed', conclusion: 'success' });
      expect((await bob().actions.getWorkflowRun(one)).data.conclusion).toBe('success');
    });

    it('are listed newest first, by workflow, event and status', async () => {
      const { run: first } = await started();
      const { run: second } = await started();
      const { data } = await bob().actions.listWorkflowRunsForRepo({ ...inRepository, event: 'workflow_dispatch' });
      expect(data.workflow_runs.map(({ id }) => id)).toEqual([second.id, first.id]);
      expect((await bob().actions.listWorkflowRuns({ ...at, status: 'queued' })).data.total_count).toBe(2);
      expect(
        (await bob().actions.listWorkflowRunsForRepo({ ...inRepository, status: 'success' })).data.total_count,
      ).toBe(0);
    });
  });

  describe('a repository', () => {
    it('lists its workflows by what is committed', async () => {
      const { data } = await bob().actions.listRepoWorkflows(inRepository);
      expect(data.workflows.map(({ name, path }) => [name, path])).toEqual([
        ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
        ['Crew', '.github/workflows/crew.yml'],
      ]);
      expect((await bob().actions.getWorkflow(at)).data.id).toBe(data.workflows[1]?.id);
    });

    it('tells its administrators what Actions may do', async () => {
      const ann = octokit(github, github.tokenFor({ user: 'ann' }));
      expect((await ann.actions.getGithubActionsPermissionsRepository(inRepository)).data).toMatchObject({
        enabled: true,
      });
      expect((await ann.actions.getGithubActionsDefaultWorkflowPermissionsRepository(inRepository)).data).toEqual({
        default_workflow_permissions: 'read',
        can_approve_pull_request_reviews: false,
      });
      expect(await refusal(bob().actions.getGithubActionsPermissionsRepository(inRepository))).toMatchObject({
        status: 403,
      });
    });

    it('takes custom events', async () => {
      const payload = { depth: 2 };
      await bob().repos.createDispatchEvent({ ...inRepository, event_type: 'crew-publish', client_payload: payload });
      expect(github.effects.at(-1)).toMatchObject({ kind: 'dispatch', subject: 'crew-publish', detail: { payload } });
      const tooLong = bob().repos.createDispatchEvent({ ...inRepository, event_type: 'x'.repeat(101) });
      expect(await refusal(tooLong)).toMatchObject({ status: 422 });
    });
  });

  function never(): never {
    throw new Error('bob is missing');
  }
});

describe('the log of a job', () => {
  let github: EmbeddedGitHub;
  const logs = new Map<number, string>();
  beforeAll(async () => {
    github = await startEmbeddedGitHub({ seed: sampleSeed });
    github.plugExecutor({ start: () => undefined, cancel: () => undefined, log: (_, { id }) => logs.get(id) ?? null });
  });
  afterAll(() => github.close());

  /** A job that has ended, as a runner would have left it. */
  async function endedJob(): Promise<number> {
    const repository = github.repository('ann/shop');
    const { data } = await octokit(github).repos.getBranch({ ...inRepository, branch: 'main' });
    const headCommit = await repository.commits.read(data.commit.sha);
    const act = { world: github.world, by: { account: repository.owner, app: null, isWorkflow: false } };
    const workflow = { id: 1, path: '.github/workflows/test.yml', name: 'test' };
    const run = createRun(act, { repository, workflow, event: 'push', headBranch: 'main', headCommit, payload: {} });
    const id = github.world.ids.next();
    const at = run.createdAt;
    const ended = { status: 'completed', conclusion: 'failure', startedAt: at, completedAt: at } as const;
    run.jobs = [{ id, name: 'test', steps: [], ...ended }];
    return id;
  }

  const logOf = (job: number, user = 'rex') =>
    octokit(github, github.tokenFor({ user })).actions.downloadJobLogsForWorkflowRun({ ...inRepository, job_id: job });

  it('is what it printed, for who may read the repository and was led there', async () => {
    const job = await endedJob();
    logs.set(job, 'one\ntwo\n');
    expect((await logOf(job)).data).toBe('one\ntwo\n');
    expect((await fetch(`${github.url}/_logs/${job}`)).status).toBe(404);
    expect((await fetch(`${github.url}/_logs/${job}?sig=guessed`)).status).toBe(404);
  });

  it('is not found if it was not stored', async () => {
    expect((await refusal(logOf(await endedJob()))).status).toBe(404);
  });

  it('belongs to the suite of its run, as a check', async () => {
    const job = await endedJob();
    const { data } = await octokit(github).repos.getBranch({ ...inRepository, branch: 'main' });
    const checks = await octokit(github).checks.listForRef({ ...inRepository, ref: data.commit.sha, filter: 'all' });
    const runs = await octokit(github).actions.listWorkflowRunsForRepo({ ...inRepository, head_sha: data.commit.sha });
    const suite = checks.data.check_runs.find(({ id }) => id === job)?.check_suite?.id;
    expect(suite).toBe(runs.data.workflow_runs[0]?.check_suite_id);
  });
});

describe("what a job's token may do where the default branch has workflow files", () => {
  const ci = '.github/workflows/ci.yml';

  let github: EmbeddedGitHub;
  let dir: string;
  let token: string;

  beforeEach(async () => {
    const files = { 'README.md': '# Shop\n', [ci]: 'on: push\n' };
    github = await startEmbeddedGitHub({ seed: { repositories: [{ owner: 'ann', name: 'shop', files }] } });
    dir = await mkdtemp(join(tmpdir(), 'workflow-files-'));
    token = github.tokenFor({ workflow: 'ann/shop', permissions: { contents: 'write' } });
  });
  afterEach(async () => {
    await github.close();
    await rm(dir, { recursive: true, force: true });
  });

  const bot = ['-c', 'user.name=bot', '-c', 'user.email=bot@example.com'];
  const git = (...args: string[]) => promisify(execFile)('git', [...bot, ...args], { cwd: dir });

  /** A branch with one commit and no parents, pushed with a job's token. */
  async function pushOrphan(path: string): Promise<void> {
    await git('init', '--quiet', '--initial-branch=pages');
    await writeFile(join(dir, 'page.html'), '<p>Hello</p>\n');
    await git('add', '--all');
    await git(
      'update-index',
      '--add',
      '--cacheinfo',
      `100644,${(await git('hash-object', '-w', 'page.html')).stdout.trim()},${path}`,
    );
    await git('commit', '--quiet', '--message', 'first');
    const address = `${github.url.replace('://', `://x-access-token:${token}@`)}/ann/shop.git`;
    await git('push', '--quiet', address, 'HEAD:refs/heads/pages');
  }

  /** A ref to a commit of one file, made with a job's token through the API. */
  async function refTo(path: string): Promise<number> {
    const { git: api } = octokit(github, token);
    const tree = await api.createTree({
      ...inRepository,
      tree: [{ path, mode: '100644', type: 'blob', content: 'on: issues\n' }],
    });
    const commit = await api.createCommit({ ...inRepository, message: 'first', tree: tree.data.sha, parents: [] });
    return (await api.createRef({ ...inRepository, ref: 'refs/crew/runs/1', sha: commit.data.sha })).status;
  }

  it('is a new ref without them: bots push orphan branches such as gh-pages', async () => {
    await pushOrphan('index.html');
    expect(github.effects).toMatchObject([{ kind: 'ref.created', subject: 'refs/heads/pages' }]);
    expect(await refTo('log.jsonl')).toBe(201);
  });

  it('is not a new ref with one that is new or different', async () => {
    await expect(pushOrphan(ci)).rejects.toThrow('without `workflows` permission');
    expect(await refusal(refTo(ci))).toMatchObject({ status: 403 });
    expect(github.effects).toEqual([]);
  });
});
