import { expandMatrix } from '../decide/matrix.js';
import { jobStatusFunctions } from '../decide/status-functions.js';
import { holds } from '../expressions/data.js';
import type { Scope } from '../expressions/evaluate.js';
import { conditionHolds, resolve } from '../expressions/resolve.js';
import type { JsonObject } from '../json.js';
import type { Conclusion, Contexts, JobRun } from '../model.js';
import type { Job } from '../parse/workflow.js';
import { sentenceOf } from '../refusal.js';
import { type JobResult, settleRecord, type WorkflowScope } from './live-run.js';
import type { Machine } from './machine.js';
import { runLegs } from './run-legs.js';

export interface JobOrder {
  machine: Machine;
  scope: WorkflowScope;
  job: Job;
  /** The results of every job before this one. */
  before: Record<string, JobResult>;
}

/** One job of the file: whether it runs at all, and as how many. A fault in its own definition fails it by name. */
export async function runJob(order: JobOrder): Promise<JobResult> {
  const { machine, scope } = order;
  const record = recordOf(order);
  try {
    if (!isWanted(order)) {
      settleRecord(record, { conclusion: 'skipped', at: machine.now() });
      scope.live.publish();
      return { result: 'skipped', outputs: {} };
    }
    return await runLegs(order, { legs: legsOf(order), record });
  } catch (thrown) {
    const message = sentenceOf(thrown);
    record.annotations.push({ level: 'error', message });
    machine.host.log({ runId: scope.live.run.id, job: record.name, text: `Error: ${message}` });
    settleRecord(record, { conclusion: 'failure', at: machine.now() });
    scope.live.publish();
    return { result: 'failure', outputs: {} };
  }
}

/** Whether the job's condition holds now; asked again when the run is cancelled. */
export function isWanted(order: JobOrder): boolean {
  return conditionHolds(order.job.condition, jobExpressions(order));
}

/** What the expressions of a job's own keys may name. */
export function jobExpressions(order: JobOrder, more: Contexts = {}): Scope {
  const { scope, job, before } = order;
  const results = Object.entries(before).map(([id, { result }]): [string, Conclusion] => [id, result]);
  return {
    where: `${scope.plan.workflow.path}, job '${job.id}'`,
    contexts: { ...jobContexts(order), ...more },
    functions: jobStatusFunctions({ before: Object.fromEntries(results), cancelled: scope.cancelled.aborted }),
  };
}

function jobContexts({ scope, job, before }: JobOrder): Contexts {
  const needs: JsonObject = {};
  for (const id of job.needs) {
    const { result, outputs } = before[id] ?? { result: 'skipped', outputs: {} };
    needs[id] = { result, outputs };
  }
  return { github: scope.live.github, inputs: scope.inputs, vars: scope.live.vars, needs };
}

export interface Legs {
  matrix: JsonObject[];
  failFast: boolean;
  maxParallel: number;
}

function legsOf(order: JobOrder): Legs {
  const { strategy } = order.job;
  if (strategy === undefined) return { matrix: [{}], failFast: true, maxParallel: 1 };
  const expressions = jobExpressions(order);
  const matrix = strategy.matrix === null ? [{}] : expandMatrix(resolve(strategy.matrix, expressions));
  const most = Number(resolve(strategy.maxParallel, expressions) ?? matrix.length);
  return {
    matrix,
    failFast: holds(resolve(strategy.failFast, expressions)),
    maxParallel: most > 0 ? most : matrix.length,
  };
}

function recordOf({ scope, job }: JobOrder): JobRun {
  const record = scope.live.run.jobs.find((one) => one.key === `${scope.prefix}${job.id}`);
  if (record === undefined) throw new Error(`job ${scope.prefix}${job.id} was never declared`);
  return record;
}
