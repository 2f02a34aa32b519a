// Runs one part of a job (a step, or its pre or post part) if its condition holds, and records the result. Used by run-steps-job.

import { isTruthy } from '../expressions/data.js';
import type { Scope } from '../expressions/evaluate.js';
import { conditionHolds, resolve } from '../expressions/resolve.js';
import type { Template } from '../expressions/template.js';
import { sentenceOf } from '../json.js';
import type { Conclusion, StepRun } from '../model.js';
import type { Step } from '../parse/workflow.js';
import { annotate, type JobFrame, logLine, type StepFrame, stepScope } from './job-frame.js';

/** A step, or its pre or post part. */
export interface StepPart {
  label: string;
  name(frame: JobFrame): string;
  condition: string;
  env: Template;
  /** Only the main part has an id and outputs. */
  step?: Step;
  perform(running: StepFrame): Promise<void>;
}

/** Runs one part: evaluates its condition and records its result. */
export async function takeStep(frame: JobFrame, part: StepPart): Promise<void> {
  const { liveJob, scope } = frame.input;
  if (liveJob.kill.signal.aborted || scope.live.force.signal.aborted) return;
  const number = liveJob.record.steps.length + 1;
  const record: StepRun = { number, name: part.label, status: 'in_progress', outcome: null, conclusion: null };
  liveJob.record.steps.push(record);
  const outputs: Record<string, string> = {};
  const outcome = await outcomeOf(frame, { part, record, outputs });
  record.status = 'completed';
  record.outcome = outcome;
  record.conclusion = outcome === 'failure' && continuesOnError(frame, part) ? 'success' : outcome;
  if (record.conclusion === 'failure' && frame.status === 'success') frame.status = 'failure';
  if (part.step !== undefined && part.step.id !== '') {
    frame.steps[part.step.id] = { outputs, outcome, conclusion: record.conclusion };
  }
  scope.live.publish();
}

interface Attempt {
  part: StepPart;
  record: StepRun;
  outputs: Record<string, string>;
}

async function outcomeOf(frame: JobFrame, { part, record, outputs }: Attempt): Promise<Conclusion> {
  try {
    const scope = stepScope(frame, part);
    if (!conditionHolds(part.condition, scope)) {
      record.name = nameOfSkipped(frame, part);
      return 'skipped';
    }
    record.name = part.name(frame);
    frame.input.scope.live.publish();
    logLine(frame, `▸ ${record.name}`);
    return await perform(frame, { part, scope, outputs });
  } catch (thrown) {
    annotate(frame, { level: 'error', message: sentenceOf(thrown) });
    return 'failure';
  }
}

/** The name of a part that is skipped. An expression in it that fails does not fail the step: then it is the label. */
function nameOfSkipped(frame: JobFrame, { name, label }: StepPart): string {
  try {
    return name(frame);
  } catch {
    return label;
  }
}

/** Performs a part until it ends or is stopped. A stopped part is `cancelled` even if its process exits with 0. */
async function perform(
  frame: JobFrame,
  { part, scope, outputs }: Omit<Attempt, 'record'> & { scope: Scope },
): Promise<Conclusion> {
  const stop = new AbortController();
  const env = Object.fromEntries(
    Object.entries(scope.contexts.env ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const timeout = startTimer(frame, { part, scope, stop });
  frame.current = { stop, isWanted: () => conditionHolds(part.condition, stepScope(frame, part)) };
  try {
    await part.perform({ frame, scope, env, stop: stop.signal, outputs });
  } catch (thrown) {
    if (!stop.signal.aborted) throw thrown;
  } finally {
    frame.current = null;
    clearTimeout(timeout.id);
  }
  if (timeout.passed) throw new Error(`The action '${part.label}' has timed out after ${timeout.minutes} minutes.`);
  return stop.signal.aborted ? 'cancelled' : 'success';
}

interface StepTimer {
  id: NodeJS.Timeout | undefined;
  minutes: number;
  passed: boolean;
}

function startTimer(
  frame: JobFrame,
  { part, scope, stop }: { part: StepPart; scope: Scope; stop: AbortController },
): StepTimer {
  const minutes = Number(resolve(part.step?.timeoutMinutes ?? null, scope) ?? 0);
  const timer: StepTimer = { id: undefined, minutes, passed: false };
  if (minutes > 0) {
    timer.id = setTimeout(() => {
      timer.passed = true;
      stop.abort();
    }, minutes * frame.input.machine.timing.minuteMs);
  }
  return timer;
}

function continuesOnError(frame: JobFrame, { step, label, env }: StepPart): boolean {
  if (step === undefined || step.continueOnError === null) return false;
  return isTruthy(resolve(step.continueOnError, stepScope(frame, { label, env })));
}
