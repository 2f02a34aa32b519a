// Executes a built-in action. Used by perform-step.

import { delimiter } from 'node:path';
import type { BuiltInAction, BuiltInStep } from '../actions/built-in-action.js';
import { resolveTexts } from '../expressions/resolve.js';
import { Refusal } from '../json.js';
import type { Step } from '../parse/workflow.js';
import { withDefaults } from '../protocol/environment.js';
import { addMask, annotate, logLine, type StepFrame, stepName } from './job-frame.js';
import { pathOf } from './open-frame.js';

/** Runs a built-in action. */
export async function performBuiltIn(
  running: StepFrame,
  { step, builtIn }: { step: Step; builtIn: BuiltInAction },
): Promise<void> {
  const { frame, scope } = running;
  const given = resolveTexts(step.with, scope);
  const inputs = withDefaults(given, builtIn.inputs);
  for (const name of builtIn.refused ?? []) {
    if (inputOf(inputs, name).toLowerCase() === (builtIn.inputs[name] ?? '').toLowerCase()) continue;
    throw new Refusal(scope.where, `the input '${name}' is not supported by the embedded runner`);
  }
  for (const name of Object.keys(given)) {
    if (!(name.toLowerCase() in builtIn.inputs))
      annotate(frame, { level: 'warning', message: `Unexpected input '${name}'` });
  }
  const { outputs = {}, post } = await builtIn.run(builtInStep(running, inputs));
  Object.assign(running.outputs, outputs);
  if (post === undefined) return;
  frame.posts.push({
    name: `Post ${stepName(step, scope)}`,
    condition: 'always()',
    env: step.env,
    run: () => post(),
  });
}

function builtInStep({ frame, env, stop }: StepFrame, inputs: Record<string, string>): BuiltInStep {
  const { machine, scope, liveJob } = frame.input;
  return {
    host: machine.host,
    github: frame.github,
    runId: scope.live.run.id,
    job: liveJob.record.name,
    token: frame.token,
    permissions: liveJob.record.permissions,
    folders: machine.actions,
    workspace: frame.folders.workspace,
    temp: frame.folders.temp,
    env: { ...env, PATH: pathOf(frame).join(delimiter), HOME: frame.folders.home },
    node: machine.node,
    input: (name) => inputOf(inputs, name),
    log: (text) => logLine(frame, text),
    warn: (message) => annotate(frame, { level: 'warning', message }),
    mask: (secret) => addMask(frame, secret),
    signal: AbortSignal.any([stop, liveJob.kill.signal]),
  };
}

function inputOf(inputs: Record<string, string>, name: string): string {
  return Object.entries(inputs).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}
