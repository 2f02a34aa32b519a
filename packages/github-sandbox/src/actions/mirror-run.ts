import { changeRun, tellJob } from '../github/acts/runs.js';
import type { WorkflowJob } from '../github/state.js';
import { repositoryNamed } from '../github/token-for.js';
import type { World } from '../github/world.js';
import type { JobRun, Run, Status } from '../runner/index.js';

/** Copies what the runner says of a run into GitHub's record, where REST and webhooks show it. */
export function mirrorRun(world: World, told: Run): void {
  const run = repositoryNamed(world, told.repo).runs.find(({ id }) => id === told.id);
  if (run === undefined) throw new Error(`the run ${told.id} never entered the book of ${told.repo}`);
  run.title = told.title;
  const act = { world, by: { account: run.actor, app: null, workflow: false } };
  const before = new Map(run.jobs.map((job) => [job.id, job.status]));
  run.jobs = told.jobs.filter((job) => before.has(job.id) || isReady(job, told.jobs)).map(jobOf);
  for (const job of run.jobs) if (before.get(job.id) !== job.status) tellJob(act, { run, job });
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
