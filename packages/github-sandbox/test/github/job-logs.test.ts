import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRun } from '../../src/github/index.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
const logs = new Map<number, string>();
beforeAll(async () => {
  github = await startEmbeddedGitHub({ seed: sampleSeed });
  github.plugRunner({ start: () => undefined, cancel: () => undefined, log: (_, { id }) => logs.get(id) ?? null });
});
afterAll(() => github.close());

/** A job that has ended, as a runner would have left it. */
async function endedJob(): Promise<number> {
  const repository = github.repository('ann/shop');
  const { data } = await octokit(github).repos.getBranch({ ...inRepository, branch: 'main' });
  const headCommit = await repository.commits.read(data.commit.sha);
  const act = { world: github.world, by: { account: repository.owner, app: null, workflow: false } };
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

describe('the log of a job', () => {
  it('is what it printed, for who may read the repository and was led there', async () => {
    const job = await endedJob();
    logs.set(job, 'one\ntwo\n');
    expect((await logOf(job)).data).toBe('one\ntwo\n');
    expect((await fetch(`${github.url}/_logs/${job}`)).status).toBe(404);
    expect((await fetch(`${github.url}/_logs/${job}?sig=guessed`)).status).toBe(404);
  });

  it('is not found where nobody kept it', async () => {
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
