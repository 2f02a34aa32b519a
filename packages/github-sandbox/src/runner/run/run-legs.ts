import { legName } from '../decide/matrix.js';
import { mergedConclusion } from '../decide/status-functions.js';
import { holds, textFor } from '../expressions/data.js';
import { resolve } from '../expressions/resolve.js';
import type { JsonObject } from '../json.js';
import type { Contexts, JobRun } from '../model.js';
import { type JobOrder, jobExpressions } from './job-order.js';
import { declareJob, type JobResult } from './live-run.js';
import { type Leg, runLeg } from './run-leg.js';

export interface Legs {
  matrix: JsonObject[];
  failFast: boolean;
  maxParallel: number;
}

/** Runs a job once for each combination of its matrix (once without one), so many at a time, and merges the results. */
export async function runLegs(order: JobOrder, { legs, record }: { legs: Legs; record: JobRun }): Promise<JobResult> {
  const { matrix, failFast, maxParallel } = legs;
  const failed = new AbortController();
  const results: JobResult[] = [];
  const waiting = matrix.map((values, index) => legOf(order, { legs, values, index, record }));
  const work = async (): Promise<void> => {
    for (let leg = waiting.shift(); leg !== undefined; leg = waiting.shift()) {
      const ended = await runLeg(order, { ...leg, siblingFailed: failed.signal });
      const forgiven = ended.result === 'failure' && forgives(order, leg.contexts);
      results.push(forgiven ? { ...ended, result: 'success' } : ended);
      if (ended.result === 'failure' && !forgiven && failFast) failed.abort();
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, matrix.length) }, work));
  return { result: mergedConclusion(results.map(({ result }) => result)), outputs: mergedOutputs(results) };
}

function legOf(
  order: JobOrder,
  { legs, values, index, record }: { legs: Legs; values: JsonObject; index: number; record: JobRun },
): Leg {
  const strategy: JsonObject = {
    'fail-fast': legs.failFast,
    'job-index': index,
    'job-total': legs.matrix.length,
    'max-parallel': legs.maxParallel,
  };
  const contexts = { matrix: values, strategy };
  const { job, scope } = order;
  const given = textFor(resolve(job.name, jobExpressions(order, contexts)));
  const name = `${scope.prefix}${given !== '' && typeof job.name === 'object' ? given : legName(given || job.id, values)}`;
  if (index === 0) return { record: Object.assign(record, { name }), contexts };
  const { key, needs, permissions } = record;
  return { record: declareJob(scope.live, { key, name, needs, permissions }), contexts };
}

function forgives(order: JobOrder, contexts: Contexts): boolean {
  return holds(resolve(order.job.continueOnError, jobExpressions(order, contexts)));
}

/** The last leg that says something decides; an empty output never erases a full one. */
export function mergedOutputs(results: JobResult[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const { outputs } of results) {
    for (const [name, value] of Object.entries(outputs)) {
      if (value !== '' || merged[name] === undefined) merged[name] = value;
    }
  }
  return merged;
}
