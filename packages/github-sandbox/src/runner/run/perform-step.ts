// Executes a step: its script, or its composite, built-in or JavaScript action. Used by run-steps-job.

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve as resolvePath } from 'node:path';
import { isTruthy, textFor } from '../expressions/data.js';
import { conditionHolds, fillText, resolve, resolveTexts } from '../expressions/resolve.js';
import { type Template, valueAt } from '../expressions/template.js';
import { type JsonObject, sentenceOf } from '../json.js';
import type { Conclusion } from '../model.js';
import type { Step } from '../parse/workflow.js';
import { withDefaults } from '../protocol/environment.js';
import { annotate, type JobFrame, logLine, type StepFrame, stepName, stepScope } from './job-frame.js';
import { type LoadedAction, loadAction } from './load-action.js';
import { stepEnvironment } from './open-frame.js';
import { performBuiltIn } from './perform-built-in.js';
import { performNode, runProcess } from './perform-node.js';

interface StepToPerform {
  step: Step;
  /** The action, if it is already loaded. */
  known?: LoadedAction | undefined;
  /** `defaults.run`, nearest first; empty in composite actions. */
  defaults: readonly Template[];
}

/** Runs a step's script or action. */
export async function performStep(running: StepFrame, { step, known, defaults }: StepToPerform): Promise<void> {
  if (step.run !== null) return runScript(running, { step, defaults });
  const action = known ?? (await loadAction(running.frame, step));
  if (action.kind === 'built-in') await performBuiltIn(running, { step, builtIn: action.builtIn });
  else if (action.kind === 'node') await performNode(running, { step, action, part: 'main' });
  else await performComposite(running, { step, action });
}

/** GitHub's shell commands; the default shell has no pipefail. */
const SHELLS: Readonly<Record<string, string>> = {
  '': 'bash -e {0}',
  bash: 'bash --noprofile --norc -eo pipefail {0}',
  sh: 'sh -e {0}',
  python: 'python3 {0}',
};

async function runScript(running: StepFrame, { step, defaults }: StepToPerform): Promise<void> {
  const { frame, scope, env } = running;
  const given = (key: string, own: Template): string =>
    [own, ...defaults.map((one) => valueAt(one, key) ?? null)]
      .map((template) => textFor(resolve(template, scope)))
      .find((text) => text !== '') ?? '';
  const shell = given('shell', step.shell);
  const line = SHELLS[shell] ?? shell;
  if (!line.includes('{0}'))
    throw new Error(
      `Invalid shell option '${shell}'. Shell must be bash, sh, python or a format string containing '{0}'`,
    );
  const file = join(frame.folders.temp, `${randomUUID()}${shell === 'python' ? '.py' : '.sh'}`);
  await writeFile(file, `${textFor(resolve(step.run, scope))}\n`);
  const [command = '', ...args] = line.split(/\s+/).map((word) => word.replace('{0}', file));
  const actionPath = frame.github.action_path;
  await runProcess(running, {
    command,
    args,
    cwd: resolvePath(frame.folders.workspace, given('working-directory', step.workingDirectory)),
    env: {
      ...stepEnvironment(frame, env),
      GITHUB_ACTION: step.id || '__run',
      ...(typeof actionPath === 'string' ? { GITHUB_ACTION_PATH: actionPath } : {}),
    },
    state: {},
  });
}

type CompositeStep = { step: Step; action: LoadedAction & { kind: 'composite' } };

/** Runs a composite action; its steps see its inputs and no secrets. */
async function performComposite(running: StepFrame, { step, action }: CompositeStep): Promise<void> {
  const { manifest } = action;
  const inner = innerFrame(running, { step, action });
  const failures: unknown[] = [];
  for (const one of manifest.steps) {
    inner.status = failures.length > 0 ? 'failure' : running.frame.status;
    const failure = await performInnerStep(running, { inner, step: one });
    if (failure !== null) failures.push(failure);
  }
  const scope = stepScope(inner, { label: step.label, env: null });
  const outputs = Object.entries(manifest.outputs).map(([name, text]) => [name, fillText(text, scope)]);
  Object.assign(running.outputs, Object.fromEntries(outputs));
  if (failures.length > 0) throw failures[0];
}

/** A frame with the action's inputs and steps that shares path, masks and post parts with the job. */
function innerFrame({ frame, scope }: StepFrame, { step, action }: CompositeStep): JobFrame {
  const { defaults } = action.manifest;
  const filled = Object.fromEntries(Object.entries(defaults).map(([name, text]) => [name, fillText(text, scope)]));
  const inputs: JsonObject = withDefaults(resolveTexts(step.with, scope), filled);
  const { input } = frame;
  return {
    ...frame,
    env: { ...frame.env, ...resolveTexts(step.env, scope) },
    input: { ...input, contexts: { ...input.contexts, inputs }, scope: { ...input.scope, secrets: {} } },
    steps: {},
    github: { ...frame.github, action_path: action.folder },
  };
}

/** Runs one step of a composite action; returns its error unless continue-on-error is set. */
async function performInnerStep(
  running: StepFrame,
  { inner, step }: { inner: JobFrame; step: Step },
): Promise<unknown | null> {
  const scope = stepScope(inner, step);
  if (running.stop.aborted || !conditionHolds(step.condition, scope)) {
    if (step.id !== '') inner.steps[step.id] = { outputs: {}, outcome: 'skipped', conclusion: 'skipped' };
    return null;
  }
  logLine(inner, `▸ ${stepName(step, scope)}`);
  const env = Object.fromEntries(
    Object.entries(scope.contexts.env ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const outputs: Record<string, string> = {};
  const envBefore = { ...inner.env };
  let failure: unknown = null;
  try {
    await performStep({ frame: inner, scope, env, stop: running.stop, outputs }, { step, defaults: [] });
  } catch (thrown) {
    annotate(inner, { level: 'error', message: sentenceOf(thrown) });
    failure = thrown;
  }
  // Variables that it set apply to the whole job.
  for (const [name, value] of Object.entries(inner.env)) {
    if (envBefore[name] !== value) running.frame.env[name] = value;
  }
  const forgiven = failure !== null && isTruthy(resolve(step.continueOnError, scope));
  const outcome: Conclusion = failure === null ? 'success' : 'failure';
  if (step.id !== '') inner.steps[step.id] = { outputs, outcome, conclusion: forgiven ? 'success' : outcome };
  return forgiven ? null : failure;
}
