import { payloadOf } from '../github/events/payload.js';
import { changeRun, resolveCommit, type WorkflowRun } from '../github/index.js';
import { fullName } from '../github/state.js';
import type { World } from '../github/world.js';
import type { DispatchOrder, Runner } from '../runner/index.js';
import { asJson } from './runner-event.js';

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
