// Executes a JavaScript action, and the process of any step. Used by perform-step, and by run-steps-job for pre parts.

import { join } from 'node:path';
import { fillText, resolveTexts } from '../expressions/resolve.js';
import type { Step } from '../parse/workflow.js';
import { inputEnvironment, withDefaults } from '../protocol/environment.js';
import { applyCommandFiles, openCommandFiles } from './command-files.js';
import { type StepFrame, stepName } from './job-frame.js';
import type { LoadedAction } from './load-action.js';
import { stepEnvironment } from './open-frame.js';
import { processOutput, spawnStep } from './spawn-step.js';

interface NodePart {
  step: Step;
  action: LoadedAction & { kind: 'node' };
  part: 'pre' | 'main' | 'post';
}

/** Runs one script of a node action. */
export async function performNode(running: StepFrame, node: NodePart): Promise<void> {
  const { frame } = running;
  const { machine } = frame.input;
  const { action, part } = node;
  const script = action.manifest[part];
  if (script === undefined) return;
  if (part === 'main') rememberPost(running, node);
  const command = { command: machine.node, args: [join(action.folder, script)], cwd: frame.folders.workspace };
  await runProcess(running, { ...command, env: environmentOf(running, node), state: action.state });
}

interface StepCommand {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** State for the action's later parts. */
  state: Record<string, string>;
}

/** Runs the process of a step: processes its output and command files, and throws if it fails. */
export async function runProcess(running: StepFrame, { state, env, ...command }: StepCommand): Promise<void> {
  const { frame } = running;
  const { machine, liveJob } = frame.input;
  const files = await openCommandFiles(frame.folders.temp);
  const listener = processOutput(frame);
  const exit = await spawnStep({
    ...command,
    env: { ...env, ...files.env },
    timing: machine.timing,
    stop: running.stop,
    kill: liveJob.kill.signal,
    onLine: listener.onLine,
  });
  if (liveJob.kill.signal.aborted) return;
  await applyCommandFiles(running, { files, state });
  if (listener.deprecated.length > 0) {
    throw new Error(
      `the workflow command '::${listener.deprecated[0]}::' is disabled; write to the file that replaced it`,
    );
  }
  if (exit !== 0)
    throw new Error(exit === null ? 'The process was ended by a signal.' : `Process completed with exit code ${exit}.`);
}

function environmentOf({ frame, scope, env }: StepFrame, { step, action }: NodePart): Record<string, string> {
  const { defaults } = action.manifest;
  const filled = Object.fromEntries(Object.entries(defaults).map(([name, text]) => [name, fillText(text, scope)]));
  const inputs = withDefaults(resolveTexts(step.with, scope), filled);
  const state = Object.fromEntries(Object.entries(action.state).map(([name, value]) => [`STATE_${name}`, value]));
  return {
    ...stepEnvironment(frame, env),
    ...inputEnvironment(inputs),
    ...state,
    ACTIONS_RESULTS_URL: frame.resultsAccess.url,
    ACTIONS_RUNTIME_TOKEN: frame.resultsAccess.token,
    GITHUB_ACTION: step.id || `__${action.repository.replace('/', '_') || 'self'}`,
    GITHUB_ACTION_REPOSITORY: action.repository,
    GITHUB_ACTION_REF: action.ref,
  };
}

function rememberPost({ frame, scope }: StepFrame, { step, action }: NodePart): void {
  if (action.manifest.post === undefined) return;
  frame.posts.push({
    name: `Post ${stepName(step, scope)}`,
    condition: action.manifest.postIf,
    env: step.env,
    run: (running) => performNode(running, { step, action, part: 'post' }),
  });
}
