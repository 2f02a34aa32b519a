import { textFor } from '../expressions/data.js';
import { resolve } from '../expressions/resolve.js';
import type { Step } from '../parse/workflow.js';
import { type JobFrame, stepScope } from './job-frame.js';
import { type LoadedAction, loadAction } from './load-action.js';
import { performNative } from './perform-native.js';
import { performNode } from './perform-node.js';
import { type Act, takeStep } from './take-step.js';

/** The steps of a job in GitHub's order: what actions want before all, the steps, what actions want after all. */
export async function takeSteps(frame: JobFrame): Promise<void> {
  const { steps } = frame.order.job;
  const loaded = new Map<number, LoadedAction>();
  for (const step of steps) {
    // A folder of the repository is not there before it is checked out, so those have no pre part.
    if (step.uses.startsWith('./')) continue;
    const action = await loadAction(frame, step);
    loaded.set(step.number, action);
    if (action.kind === 'node' && action.manifest.pre !== undefined) await takeStep(frame, preOf(step, action));
  }
  for (const step of steps) await takeStep(frame, mainOf(step, loaded.get(step.number)));
  for (let post = frame.posts.pop(); post !== undefined; post = frame.posts.pop()) {
    const { run, name, condition, env } = post;
    await takeStep(frame, { label: name, name: () => name, condition, env, perform: run });
  }
}

function preOf(step: Step, action: LoadedAction & { kind: 'node' }): Act {
  const name = `Pre ${step.label}`;
  return {
    label: name,
    name: () => name,
    condition: action.manifest.preIf,
    env: step.env,
    perform: (running) => performNode(running, { step, action, part: 'pre' }),
  };
}

function mainOf(step: Step, known: LoadedAction | undefined): Act {
  return {
    label: step.label,
    name: (frame) => textFor(resolve(step.name, stepScope(frame, { label: step.label, env: step.env }))),
    condition: step.condition,
    env: step.env,
    step,
    async perform(running) {
      const action = known ?? (await loadAction(running.frame, step));
      if (action.kind === 'native') await performNative(running, { step, native: action.native });
      else await performNode(running, { step, action, part: 'main' });
    },
  };
}
