// Creates Actions runs and changes their state. Used by src/actions, REST and workflow dispatches; src/github/index.ts exports it.

import type { Commit } from '../git/commits.js';
import { nodeId } from '../ids.js';
import type { Repository, RunConclusion, Workflow, WorkflowJob, WorkflowRun } from '../state.js';
import { type Act, stamp } from '../world.js';
import { emit } from './emit.js';

type RunDraft = {
  readonly repository: Repository;
  readonly workflow: Workflow;
  readonly event: string;
  readonly headBranch: string;
  readonly headCommit: Commit;
  readonly payload: unknown;
  readonly inputs?: { readonly [name: string]: unknown };
  readonly title?: string;
};

/** Creates a queued run; the executor reports progress with `changeRun`. */
export function createRun(act: Act, draft: RunDraft): WorkflowRun {
  const { world, by } = act;
  const id = world.ids.next();
  const at = stamp(world);
  const before = draft.repository.runs.filter(({ workflow }) => workflow.id === draft.workflow.id);
  const run: WorkflowRun = {
    id,
    nodeId: nodeId('WFR', id),
    number: before.length + 1,
    repository: draft.repository,
    workflow: { id: draft.workflow.id, path: draft.workflow.path, name: draft.workflow.name },
    event: draft.event,
    title: draft.title ?? draft.workflow.name,
    headBranch: draft.headBranch,
    headCommit: draft.headCommit,
    actor: by.account,
    inputs: draft.inputs ?? {},
    payload: draft.payload,
    createdAt: at,
    startedAt: at,
    updatedAt: at,
    status: 'queued',
    conclusion: null,
    jobs: [],
    attempt: 1,
    rerunBy: null,
  };
  draft.repository.runs.push(run);
  emitEvent(act, run, { verb: 'queued', action: 'requested' });
  return run;
}

/** Sets the status of a run. A completed run does not change. */
export function changeRun(
  act: Act,
  run: WorkflowRun,
  change: { status: 'in_progress' } | { status: 'completed'; conclusion: RunConclusion },
): void {
  if (run.status === 'completed' || run.status === change.status) return;
  run.status = change.status;
  run.conclusion = change.status === 'completed' ? change.conclusion : null;
  run.updatedAt = stamp(act.world);
  if (change.status === 'in_progress') run.startedAt = run.updatedAt;
  emitEvent(act, run, { verb: change.status === 'completed' ? 'completed' : 'started', action: change.status });
}

/** Starts a completed run again, with the same number. */
export function restartRun(act: Act, run: WorkflowRun, only: 'all' | 'failed'): void {
  run.attempt += 1;
  run.rerunBy = act.by.account;
  run.status = 'queued';
  run.conclusion = null;
  run.startedAt = stamp(act.world);
  run.updatedAt = run.startedAt;
  run.jobs = [];
  emitEvent(act, run, { verb: 'queued', action: 'requested' });
  act.world.executor?.rerun?.(run, only);
}

/** Starts a run that waited for approval, as the same attempt. */
export function approveRun(act: Act, run: WorkflowRun): void {
  run.status = 'queued';
  run.conclusion = null;
  run.updatedAt = stamp(act.world);
  emitEvent(act, run, { verb: 'approved', action: 'requested' });
  act.world.executor?.approve?.(run);
}

/** Emits the event of a job. */
export function emitJob(act: Act, { run, job }: { run: WorkflowRun; job: WorkflowJob }): void {
  act.world.repositoryEvents.emit({
    name: 'workflow_job',
    action: job.status,
    repository: run.repository,
    sender: act.by.account,
    byWorkflow: act.by.isWorkflow,
    subjects: { workflow_job: { run, job } },
  });
}

/** Cancels a run; without an executor it ends at once. */
export function cancelRun(act: Act, run: WorkflowRun, how = { force: false }): void {
  if (act.world.executor === null) changeRun(act, run, { status: 'completed', conclusion: 'cancelled' });
  else act.world.executor.cancel(run.id, how);
}

function emitEvent(act: Act, run: WorkflowRun, { verb, action }: { verb: string; action: string }): void {
  emit(act, {
    repository: run.repository,
    kind: `run.${verb}`,
    subject: run.workflow.path,
    detail: { run: run.id, event: run.event, conclusion: run.conclusion },
    event: { name: 'workflow_run', action, subjects: { workflow_run: run } },
  });
}
