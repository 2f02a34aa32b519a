import { payloadOf } from '../github/events/payload.js';
import { changeRun, type GitHubEvent, resolveCommit, type WorkflowRun } from '../github/index.js';
import { fullName } from '../github/state.js';
import type { World } from '../github/world.js';
import type { DispatchOrder, RerunOrder, Runner, RunnerEvent } from '../runner/index.js';
import type { JsonObject } from '../runner/json.js';

/** Lets the runner carry out a run that GitHub has made: under its id, at the commit that its ref led to then. */
export async function takeOver(world: World, { runner, run }: { runner: Runner; run: WorkflowRun }): Promise<void> {
  try {
    await runner.dispatch(await orderOf(world, run));
  } catch (refusal) {
    // Whoever dispatched was told that it begins, so it must not stay queued for ever.
    const by = { account: run.actor, app: null, workflow: false };
    changeRun({ world, by }, run, { status: 'completed', conclusion: 'startup_failure' });
    throw refusal;
  }
}

async function orderOf(world: World, run: WorkflowRun): Promise<DispatchOrder> {
  const { repository, workflow, actor, headBranch, headCommit } = run;
  const branch = `refs/heads/${headBranch}`;
  const isBranch = (await resolveCommit(repository.gitDir, branch)) !== null;
  const happening = { name: run.event, repository, sender: actor, byWorkflow: false, subjects: {} };
  return {
    repo: fullName(repository),
    workflow: workflow.path,
    ref: isBranch ? branch : `refs/tags/${headBranch}`,
    sha: headCommit.sha,
    actor: actor.login,
    inputs: asJson(run.inputs),
    payload: asJson(payloadOf(world.urls, happening)),
    entry: run,
  };
}

type Again = { readonly runner: Runner; readonly run: WorkflowRun; readonly only: RerunOrder['only'] };

/** Lets the runner carry out a run that somebody wants once more. */
export async function rerun(world: World, { runner, run, only }: Again): Promise<void> {
  try {
    await runner.rerun(run.id, { only, by: (run.rerunBy ?? run.actor).login });
  } catch (refusal) {
    // Whoever asked was told that it begins, so it must not stay queued for ever.
    const by = { account: run.actor, app: null, workflow: false };
    changeRun({ world, by }, run, { status: 'completed', conclusion: 'startup_failure' });
    throw refusal;
  }
}

/**
 * Events whose runs begin elsewhere: a dispatched run is handed over when GitHub has made it, and the end of a run is
 * followed by the runner itself, which knows how long the chain already is.
 */
const IGNORED_EVENTS: readonly string[] = ['workflow_dispatch', 'workflow_run', 'workflow_job'];

/** An event of the embedded GitHub as the runner takes it; null for what starts no workflow. */
export function runnerEvent({ name, repository, sender, payload, startsWorkflows }: GitHubEvent): RunnerEvent | null {
  if (!repository.actions.enabled || IGNORED_EVENTS.includes(name)) return null;
  // There is no commit to run a deleted branch at.
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

/** What a webhook would carry: a copy, so that nothing a job sees changes under it. */
export function asJson(payload: unknown): JsonObject {
  return JSON.parse(JSON.stringify(payload));
}
