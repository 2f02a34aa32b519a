import { changeRun, type WorkflowRun } from '../github/index.js';
import type { World } from '../github/world.js';
import type { RerunOrder, Runner } from '../runner/index.js';

type Again = { readonly runner: Runner; readonly run: WorkflowRun; readonly only: RerunOrder['only'] };

/** Lets the runner carry out a run that somebody wants once more. */
export async function carryOutAgain(world: World, { runner, run, only }: Again): Promise<void> {
  try {
    await runner.rerun(run.id, { only, by: (run.rerunBy ?? run.actor).login });
  } catch (refusal) {
    // Whoever asked was told that it begins, so it must not stay queued for ever.
    const by = { account: run.actor, app: null, workflow: false };
    changeRun({ world, by }, run, { status: 'completed', conclusion: 'startup_failure' });
    throw refusal;
  }
}
