import { changeRun, emitJob } from '../github/acts/runs.js';
import type { State, WorkflowJob } from '../github/state.js';
import { repositoryNamed } from '../github/token-for.js';
import type { World } from '../github/world.js';
import type { RunBook, RunPages } from '../page/index.js';
import { runsWithoutRunner } from '../page/run-book.js';
import type { JobRun, Run, RunnerHost, Status } from '../runner/index.js';

type OfJob = { readonly job: string; readonly attempt: number };
type Line = OfJob & { readonly text: string };
type Summary = OfJob & { readonly markdown: string };

/** The book of runs, and the pens that the runner writes it with. */
export type OpenRunBook = RunBook & Pick<RunnerHost, 'update' | 'log' | 'summary'>;

/** Keeps all that the runner says. GitHub's own list decides which runs there are and in which order. */
export function openRunBook(state: State): OpenRunBook {
  const told = new Map<number, Run>();
  const pages = new Map<number, { summaries: Summary[]; logs: Line[] }>();
  const listed = runsWithoutRunner(state);

  const attemptOf = (runId: number): number => told.get(runId)?.attempt ?? 1;
  const pagesOf = (runId: number): { summaries: Summary[]; logs: Line[] } => {
    const found = pages.get(runId) ?? { summaries: [], logs: [] };
    pages.set(runId, found);
    return found;
  };

  return {
    list: (repo) => listed.list(repo).map((run) => told.get(run.id) ?? run),
    pages: (runId): RunPages => {
      const { summaries, logs } = pages.get(runId) ?? { summaries: [], logs: [] };
      return { summaries: ofLastAttempt(summaries), logs: ofLastAttempt(logs) };
    },
    update: (run) => void told.set(run.id, run),
    log: ({ runId, job, text }) => void pagesOf(runId).logs.push({ job, text, attempt: attemptOf(runId) }),
    summary: ({ runId, job, markdown }) =>
      void pagesOf(runId).summaries.push({ job, markdown, attempt: attemptOf(runId) }),
  };
}

/** What a job said when it ran last; a job that passed says nothing more when others are run again. */
function ofLastAttempt<One extends OfJob>(all: readonly One[]): Omit<One, 'attempt'>[] {
  const last = new Map<string, number>();
  for (const { job, attempt } of all) last.set(job, Math.max(attempt, last.get(job) ?? 0));
  return all.flatMap(({ attempt, ...said }) => (last.get(said.job) === attempt ? [said] : []));
}

/** Copies what the runner says of a run into GitHub's record, where REST and webhooks show it. */
export function mirrorRun(world: World, told: Run): void {
  const run = repositoryNamed(world, told.repo).runs.find(({ id }) => id === told.id);
  if (run === undefined) throw new Error(`the run ${told.id} never entered the book of ${told.repo}`);
  run.title = told.title;
  const act = { world, by: { account: run.actor, app: null, workflow: false } };
  const before = new Map(run.jobs.map((job) => [job.id, job.status]));
  run.jobs = told.jobs.filter((job) => before.has(job.id) || isReady(job, told.jobs)).map(jobOf);
  for (const job of run.jobs) if (before.get(job.id) !== job.status) emitJob(act, { run, job });
  if (told.status === 'in_progress') changeRun(act, run, { status: 'in_progress' });
  if (told.status !== 'completed') return;
  changeRun(act, run, { status: 'completed', conclusion: told.conclusion ?? 'failure' });
}

/** GitHub makes the record of a job when nothing that it needs is left to end. */
function isReady({ needs }: JobRun, jobs: readonly JobRun[]): boolean {
  const isOf = (need: string, key: string) => key === need || key.startsWith(`${need} / `);
  return needs.every((need) => jobs.every(({ key, status }) => !isOf(need, key) || status === 'completed'));
}

function jobOf({ id, name, status, conclusion, startedAt, completedAt, steps }: JobRun): WorkflowJob {
  return {
    id,
    name,
    status: shown(status),
    conclusion,
    startedAt: startedAt ?? null,
    completedAt: completedAt ?? null,
    steps: steps.map((step) => ({
      number: step.number,
      name: step.name,
      status: shown(step.status),
      conclusion: step.conclusion,
    })),
  };
}

/** To wait for a concurrency group is to be queued, for who reads the API. */
function shown(status: Status): WorkflowJob['status'] {
  return status === 'pending' ? 'queued' : status;
}
