// Passes dispatches, reruns and events from the embedded GitHub to the runner. Used by the entry of this folder.

import { payloadOf } from '../github/events/payload.js';
import { changeRun, type GitHubEvent, resolveCommit, type WorkflowRun } from '../github/index.js';
import { fullName } from '../github/state.js';
import type { World } from '../github/world.js';
import type { DispatchOrder, RerunOrder, Runner, RunnerEvent } from '../runner/index.js';
import type { JsonObject } from '../runner/json.js';

/** Executes a run that GitHub created: with its id, at the commit of its ref at that time. */
export async function executeDispatched(
  world: World,
  { runner, run }: { runner: Runner; run: WorkflowRun },
): Promise<void> {
  try {
    await runner.dispatch(await orderOf(world, run));
  } catch (refusal) {
    // The API has already accepted the request, so the run must not stay queued.
    const by = { account: run.actor, app: null, isWorkflow: false };
    changeRun({ world, by }, run, { status: 'completed', conclusion: 'startup_failure' });
    throw refusal;
  }
}

async function orderOf(world: World, run: WorkflowRun): Promise<DispatchOrder> {
  const { repository, workflow, actor, headBranch, headCommit } = run;
  const branch = `refs/heads/${headBranch}`;
  const isBranch = (await resolveCommit(repository.gitDir, branch)) !== null;
  const repositoryEvent = { name: run.event, repository, sender: actor, byWorkflow: false, subjects: {} };
  return {
    repo: fullName(repository),
    workflow: workflow.path,
    ref: isBranch ? branch : `refs/tags/${headBranch}`,
    sha: headCommit.sha,
    actor: actor.login,
    inputs: asJson(run.inputs),
    payload: asJson(payloadOf(world.urls, repositoryEvent)),
    entry: run,
  };
}

type RerunRequest = { readonly runner: Runner; readonly run: WorkflowRun; readonly only: RerunOrder['only'] };

/** Executes a completed run again: all jobs, or the failed ones only. */
export async function rerun(world: World, { runner, run, only }: RerunRequest): Promise<void> {
  try {
    await runner.rerun(run.id, { only, by: (run.rerunBy ?? run.actor).login });
  } catch (refusal) {
    // The API has already accepted the request, so the run must not stay queued.
    const by = { account: run.actor, app: null, isWorkflow: false };
    changeRun({ world, by }, run, { status: 'completed', conclusion: 'startup_failure' });
    throw refusal;
  }
}

/**
 * Events that are not passed on. A dispatched run starts through executeDispatched. The runner creates workflow_run events itself, because
 * it limits how many follow one another; workflow_job starts nothing.
 */
const IGNORED_EVENTS: readonly string[] = ['workflow_dispatch', 'workflow_run', 'workflow_job'];

/** An event in the runner's form; null for events that start no workflow. */
export function runnerEvent({ name, repository, sender, payload, startsWorkflows }: GitHubEvent): RunnerEvent | null {
  if (!repository.actions.enabled || IGNORED_EVENTS.includes(name)) return null;
  // After the deletion of a branch there is no commit to run at.
  if (name === 'push' && payload.deleted === true) return null;
  const { ref } = payload;
  return {
    name,
    repo: fullName(repository),
    actor: sender.login,
    payload: asJson(payload),
    byJobToken: !startsWorkflows,
    ...(name === 'push' && typeof ref === 'string' ? { ref } : {}),
  };
}

/** A deep copy, so that later changes are not visible to the job. */
export function asJson(payload: unknown): JsonObject {
  return JSON.parse(JSON.stringify(payload));
}
