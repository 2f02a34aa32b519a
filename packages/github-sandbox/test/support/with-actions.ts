import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Octokit } from '@octokit/rest';
import { type Actions, type ActionsOptions, plugActions } from '../../src/actions/index.js';
import type { Exchange, GitHubEvent, RepositorySeed, Seed } from '../../src/github/index.js';
import type { Run } from '../../src/runner/index.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from './embedded-github.js';

const FIXTURES = join(import.meta.dirname, '../fixtures');

export const REPO = 'ann/shop';
export const at = { owner: 'ann', repo: 'shop' } as const;

export type Stage = {
  readonly github: EmbeddedGitHub;
  readonly actions: Actions;
  readonly events: readonly GitHubEvent[];
  /** GitHub's API as one of the people sees it. */
  as(user: string): Octokit;
  /** Starts a workflow as maya does by hand, and gives the id that GitHub answers with. */
  dispatch(workflow: string, more?: Dispatch): Promise<number>;
  /** Every run from beginning to end, once nothing goes on any more. */
  runs(): Promise<readonly Run[]>;
  /** Resolves with the run's id as soon as a job with this name is in progress: now, or when the next one starts. */
  inProgress(job: string, run?: (run: Run) => boolean): Promise<number>;
  /** Kills the next job with this name when it starts, before its first step. Gives the run's id then. */
  killAtStart(job: string): Promise<number>;
  /**
   * Kills the job with this name that is in progress as soon as GitHub has performed a request that `matches` accepts, before the job
   * gets the response. Gives the run's id then.
   */
  killAfterRequest(job: string, matches: (exchange: Exchange) => boolean): Promise<number>;
  /** What the jobs of a run printed. */
  log(run: Run | undefined): string;
  close(): Promise<void>;
};

type Dispatch = { readonly ref?: string; readonly inputs?: Record<string, string> };

type StageOptions = Partial<ActionsOptions> & {
  /** Workflow files of the repository: the name there → the file's text. */
  readonly workflows: { readonly [name: string]: string };
  readonly repository?: Partial<RepositorySeed>;
  readonly apps?: Seed['apps'];
};

/** A GitHub with Actions and one repository: ann owns it, maya writes, sam only came by. */
export async function withActions({
  workflows,
  repository,
  apps = [],
  actions: own,
  ...options
}: StageOptions): Promise<Stage> {
  const files = Object.entries(workflows).map(([name, text]) => [`.github/workflows/${name}`, text]);
  const seed: RepositorySeed = {
    ...at,
    name: at.repo,
    collaborators: { maya: 'write' },
    issues: [{ title: 'The cart forgets', author: 'sam' }],
    ...repository,
    files: { 'README.md': '# Shop\n', ...Object.fromEntries(files), ...repository?.files },
  };
  const github = await startEmbeddedGitHub({ seed: { users: ['ann', 'maya', 'sam'], repositories: [seed], apps } });
  const dir = await mkdtemp(join(tmpdir(), 'actions-'));
  const timing = { interruptMs: 300, terminateMs: 300 };
  const actions = plugActions(github, {
    dir,
    actions: { 'crew/act': join(FIXTURES, 'actions'), ...own },
    timing,
    ...options,
  });
  const events: GitHubEvent[] = [];
  github.on('event', (event) => events.push(event));
  const as = (user: string) => new Octokit({ baseUrl: github.apiUrl, auth: github.tokenFor({ user }), log: silent });
  return {
    github,
    actions,
    events,
    as,
    dispatch: (workflow, more) => dispatch(as('maya'), { workflow, ...more }),
    async runs() {
      await actions.idle();
      return actions.runs.list(REPO);
    },
    inProgress: (job, run = () => true) => inProgress({ github, actions }, { job, run }),
    killAtStart: (job) => killAtStart({ github, actions }, job),
    killAfterRequest: (job, matches) => killAfterRequest({ github, actions }, { job, matches }),
    log: (run) => (run === undefined ? '' : logOf(actions, run)),
    async close() {
      await actions.close();
      await github.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

type Running = Pick<Stage, 'github' | 'actions'>;

/** The run of a job that is in progress. */
const runAtWork = ({ actions }: Running, job: string, wanted: (run: Run) => boolean = () => true): Run | undefined =>
  actions.runner
    .runs()
    .find((run) => wanted(run) && run.jobs.some(({ name, status }) => name === job && status === 'in_progress'));

function inProgress(running: Running, { job, run }: { job: string; run: (run: Run) => boolean }): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const found = runAtWork(running, job, run);
      if (found === undefined) return;
      stopListening();
      resolve(found.id);
    };
    const stopListening = running.github.on('event', ({ name }) => {
      if (name === 'workflow_job') look();
    });
    look();
  });
}

function killAtStart({ github, actions }: Running, job: string): Promise<number> {
  return new Promise((resolve) => {
    const stopListening = github.on('event', ({ name, action, payload }) => {
      const { name: started, run_id } = (payload['workflow_job'] ?? {}) as { name?: string; run_id?: number };
      if (name !== 'workflow_job' || action !== 'in_progress' || started !== job) return;
      stopListening();
      actions.runner.kill(Number(run_id), job);
      resolve(Number(run_id));
    });
  });
}

function killAfterRequest(
  running: Running,
  { job, matches }: { job: string; matches: (exchange: Exchange) => boolean },
): Promise<number> {
  return new Promise((resolve) => {
    const stopObserving = running.github.observe((exchange) => {
      const run = matches(exchange) ? runAtWork(running, job) : undefined;
      if (run === undefined) return;
      stopObserving();
      running.actions.runner.kill(run.id, job);
      resolve(run.id);
    });
  });
}

async function dispatch(maya: Octokit, { workflow, ...more }: Dispatch & { workflow: string }): Promise<number> {
  const { data } = await maya.request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
    ...at,
    workflow_id: workflow,
    ref: 'main',
    ...more,
    // From this version on a dispatch answers with the run it made.
    headers: { 'x-github-api-version': '2026-03-10' },
  });
  return Number(data.workflow_run_id);
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const logOf = ({ runs }: Actions, { id }: Run): string =>
  runs
    .pages(id)
    .logs.map(({ text }) => text)
    .join('\n');

/** A workflow of the fixtures. */
export const fixture = (name: string): Promise<string> => readFile(join(FIXTURES, 'workflows', name), 'utf8');
