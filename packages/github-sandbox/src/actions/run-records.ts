// Stores what the runner reports about runs, for the pages, and copies it to the embedded GitHub's records, for REST and webhooks. Used by
// the entry of this folder and by runner-host.

import { changeRun, emitJob } from '../github/acts/runs.js';
import type { State, WorkflowJob } from '../github/state.js';
import { repositoryNamed } from '../github/token-for.js';
import type { World } from '../github/world.js';
import type { RunPages, RunRecords } from '../page/index.js';
import { runsWithoutRunner } from '../page/run-records.js';
import type { JobRun, Run, RunnerHost, Status } from '../runner/index.js';

type JobAttempt = { readonly job: string; readonly attempt: number };
type Line = JobAttempt & { readonly text: string };
type Summary = JobAttempt & { readonly markdown: string };

/** The stored runs, with the functions by which the runner updates them. */
export type OpenRunRecords = RunRecords & Pick<RunnerHost, 'update' | 'log' | 'summary'>;

/** Creates the store. GitHub's own list defines which runs exist and their order. */
export function openRunRecords(state: State): OpenRunRecords {
  const reported = new Map<number, Run>();
  const pages = new Map<number, { summaries: Summary[]; logs: Line[] }>();
  const recorded = runsWithoutRunner(state);

  const attemptOf = (runId: number): number => reported.get(runId)?.attempt ?? 1;
  const pagesOf = (runId: number): { summaries: Summary[]; logs: Line[] } => {
    const found = pages.get(runId) ?? { summaries: [], logs: [] };
    pages.set(runId, found);
    return found;
  };

  return {
    list: (repo) => recorded.list(repo).map((run) => reported.get(run.id) ?? run),
    pages: (runId): RunPages => {
      const { summaries, logs } = pages.get(runId) ?? { summaries: [], logs: [] };
      return { summaries: ofLastAttempt(summaries), logs: ofLastAttempt(logs) };
    },
    update: (run) => void reported.set(run.id, run),
    log: ({ runId, job, text }) => void pagesOf(runId).logs.push({ job, text, attempt: attemptOf(runId) }),
    summary: ({ runId, job, markdown }) =>
      void pagesOf(runId).summaries.push({ job, markdown, attempt: attemptOf(runId) }),
  };
}

/** The entries of each job's last attempt. A rerun of failed jobs keeps the entries of jobs that it does not repeat. */
function ofLastAttempt<One extends JobAttempt>(all: readonly One[]): Omit<One, 'attempt'>[] {
  const last = new Map<string, number>();
  for (const { job, attempt } of all) last.set(job, Math.max(attempt, last.get(job) ?? 0));
  return all.flatMap(({ attempt, ...entry }) => (last.get(entry.job) === attempt ? [entry] : []));
}

/** Copies a run's state to GitHub's record, which REST and webhooks show. */
export function mirrorRun(world: World, reported: Run): void {
  const run = repositoryNamed(world, reported.repo).runs.find(({ id }) => id === reported.id);
  if (run === undefined) throw new Error(`the run ${reported.id} never entered the book of ${reported.repo}`);
  run.title = reported.title;
  const act = { world, by: { account: run.actor, app: null, isWorkflow: false } };
  const before = new Map(run.jobs.map((job) => [job.id, job.status]));
  run.jobs = reported.jobs.filter((job) => before.has(job.id) || isReady(job, reported.jobs)).map(jobOf);
  for (const job of run.jobs) if (before.get(job.id) !== job.status) emitJob(act, { run, job });
  if (reported.status === 'in_progress') changeRun(act, run, { status: 'in_progress' });
  if (reported.status !== 'completed') return;
  changeRun(act, run, { status: 'completed', conclusion: reported.conclusion ?? 'failure' });
}

/** GitHub creates the record of a job when all jobs that it needs have ended. */
function isReady({ needs }: JobRun, jobs: readonly JobRun[]): boolean {
  // The jobs of a called workflow have keys such as `caller / job`.
  const isOf = (need: string, key: string) => key === need || key.startsWith(`${need} / `);
  return needs.every((need) => jobs.every(({ key, status }) => !isOf(need, key) || status === 'completed'));
}

function jobOf({ id, name, status, conclusion, startedAt, completedAt, steps }: JobRun): WorkflowJob {
  return {
    id,
    name,
    status: apiStatus(status),
    conclusion,
    startedAt: startedAt ?? null,
    completedAt: completedAt ?? null,
    steps: steps.map((step) => ({
      number: step.number,
      name: step.name,
      status: apiStatus(step.status),
      conclusion: step.conclusion,
    })),
  };
}

/** A run that waits for its concurrency group is `queued` in the API. */
function apiStatus(status: Status): WorkflowJob['status'] {
  return status === 'pending' ? 'queued' : status;
}
