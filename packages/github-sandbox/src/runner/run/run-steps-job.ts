// Executes the steps of a job in order. Used by run-matrix.

import { rm } from 'node:fs/promises';
import { textFor } from '../expressions/data.js';
import { resolve, resolveTexts } from '../expressions/resolve.js';
import { isObject, sentenceOf } from '../json.js';
import type { Conclusion } from '../model.js';
import type { Step } from '../parse/workflow.js';
import { annotate, type JobFrame, type JobInput, stepName, stepScope } from './job-frame.js';
import type { JobResult } from './live-run.js';
import { type LoadedAction, loadAction } from './load-action.js';
import { openFrame, resolveJobEnv } from './open-frame.js';
import { performNode } from './perform-node.js';
import { performStep } from './perform-step.js';
import { killLeftovers } from './spawn-step.js';
import { type StepPart, takeStep } from './take-step.js';

/** GitHub's default timeout. */
const DEFAULT_TIMEOUT_MINUTES = 360;

/** Runs the steps of a job in fresh folders. Token, processes and files are removed in any case. */
export async function runStepsJob(input: JobInput): Promise<JobResult> {
  const frame = await openFrame(input);
  const { stop, kill } = input.liveJob;
  const { signal: force } = input.scope.live.force;
  const onStop = (): void => cancelFrame(frame);
  const onForce = (): void => frame.current?.stop.abort();
  force.addEventListener('abort', onForce);
  stop.signal.addEventListener('abort', onStop);
  if (stop.signal.aborted) onStop();
  const timer = { id: undefined as NodeJS.Timeout | undefined };
  try {
    resolveJobEnv(frame);
    timer.id = startTimer(frame);
    await takeSteps(frame);
    if (kill.signal.aborted) annotate(frame, { level: 'error', message: 'the runner was lost while it ran this job' });
    return { result: conclusionOf(frame), outputs: kill.signal.aborted ? {} : outputsOf(frame) };
  } catch (thrown) {
    annotate(frame, { level: 'error', message: sentenceOf(thrown) });
    return { result: 'failure', outputs: {} };
  } finally {
    clearTimeout(timer.id);
    stop.signal.removeEventListener('abort', onStop);
    force.removeEventListener('abort', onForce);
    await closeFrame(frame);
  }
}

/** Stops the current step unless its condition still holds; later steps see the new status. */
function cancelFrame(frame: JobFrame): void {
  frame.status = 'cancelled';
  if (frame.current !== null && !frame.current.isWanted()) frame.current.stop.abort();
}

function startTimer(frame: JobFrame): NodeJS.Timeout {
  const { job, machine, liveJob } = frame.input;
  const scope = stepScope(frame, { label: '', env: null });
  const minutes = Number(resolve(job.timeoutMinutes, scope) ?? DEFAULT_TIMEOUT_MINUTES);
  const environment = resolve(job.environment, scope);
  if (environment !== null)
    liveJob.record.environment = textFor(isObject(environment) ? (environment.name ?? null) : environment);
  return setTimeout(() => {
    annotate(frame, {
      level: 'error',
      message: `the job has exceeded the maximum execution time of ${minutes} minutes`,
    });
    liveJob.stop.abort();
  }, minutes * machine.timing.minuteMs);
}

function conclusionOf(frame: JobFrame): Conclusion {
  return frame.input.liveJob.kill.signal.aborted ? 'failure' : frame.status;
}

/** Outputs that contain a secret are dropped, because they would be unmasked in other jobs. */
function outputsOf(frame: JobFrame): Record<string, string> {
  const resolved = resolveTexts(frame.input.job.outputs, stepScope(frame, { label: 'outputs', env: null }));
  const withoutSecrets = Object.entries(resolved).filter(([name, value]) => {
    const leaks = [...frame.masks].some((spelling) => value.includes(spelling));
    if (leaks) annotate(frame, { level: 'warning', message: `Skip output '${name}' since it may contain secret.` });
    return !leaks;
  });
  return Object.fromEntries(withoutSecrets);
}

async function closeFrame(frame: JobFrame): Promise<void> {
  const { machine } = frame.input;
  await killLeftovers(frame.trackingId);
  frame.resultsAccess.end();
  await machine.host.revoke(frame.token);
  await rm(frame.folders.root, { recursive: true, force: true, maxRetries: 3 });
}

/** All parts of a job in GitHub's order: pre parts, steps, post parts. */
export async function takeSteps(frame: JobFrame): Promise<void> {
  const { steps } = frame.input.job;
  const loaded = new Map<number, LoadedAction>();
  for (const step of steps) {
    // Local actions exist only after checkout, so they have no pre part; scripts have none either.
    if (step.uses === '' || step.uses.startsWith('./')) continue;
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

function preOf(step: Step, action: LoadedAction & { kind: 'node' }): StepPart {
  return {
    label: `Pre ${step.label}`,
    name: (frame) => `Pre ${stepName(step, stepScope(frame, { label: step.label, env: step.env }))}`,
    condition: action.manifest.preIf,
    env: step.env,
    perform: (running) => performNode(running, { step, action, part: 'pre' }),
  };
}

function mainOf(step: Step, known: LoadedAction | undefined): StepPart {
  return {
    label: step.label,
    name: (frame) => stepName(step, stepScope(frame, { label: step.label, env: step.env })),
    condition: step.condition,
    env: step.env,
    step,
    perform(running) {
      const { job, scope } = running.frame.input;
      return performStep(running, { step, known, defaults: [job.defaults, scope.plan.workflow.defaults] });
    },
  };
}
