import { changeRun } from '../github/index.js';
import type { WorkflowJob } from '../github/state.js';
import { repositoryNamed } from '../github/token-for.js';
import type { World } from '../github/world.js';
import type { JobRun, Run, Status } from '../runner/index.js';

/** Copies what the runner says of a run into GitHub's record, where REST and webhooks show it. */
export function mirrorRun(world: World, told: Run): void {
  const run = repositoryNamed(world, told.repo).runs.find(({ id }) => id === told.id);
  if (run === undefined) throw new Error(`the run ${told.id} never entered the book of ${told.repo}`);
  run.title = told.title;
  run.jobs = told.jobs.map(jobOf);
  const act = { world, by: { account: run.actor, app: null, workflow: false } };
  if (told.status === 'in_progress') changeRun(act, run, { status: 'in_progress' });
  if (told.status !== 'completed') return;
  changeRun(act, run, { status: 'completed', conclusion: told.conclusion ?? 'failure' });
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
