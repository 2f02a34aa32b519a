// What a job is executed with (its definition, scope and earlier results), and its condition and expression contexts. Used by run-job,
// run-matrix and call-workflow.

import { jobStatusFunctions } from '../decide/status-functions.js';
import type { Scope } from '../expressions/evaluate.js';
import { conditionHolds } from '../expressions/resolve.js';
import type { JsonObject } from '../json.js';
import type { Conclusion, Contexts } from '../model.js';
import type { Job } from '../parse/workflow.js';
import type { JobResult, WorkflowScope } from './live-run.js';
import type { Machine } from './machine.js';

/** What a job is executed with. */
export interface PlannedJob {
  machine: Machine;
  scope: WorkflowScope;
  job: Job;
  /** The results of all needed jobs, direct and indirect. */
  before: Record<string, JobResult>;
  /** Runs a called workflow; passed as a function to avoid an import cycle. */
  runWorkflow: (machine: Machine, scope: WorkflowScope) => Promise<JobResult>;
}

/** Whether the job's condition holds; re-evaluated on cancellation. */
export function isWanted(planned: PlannedJob): boolean {
  const { live, cancelled } = planned.scope;
  if (live.force.signal.aborted || (planned.job.kind === 'call' && cancelled.aborted)) return false;
  return conditionHolds(planned.job.condition, jobExpressions(planned));
}

/** The contexts of a job's own expressions. */
export function jobExpressions(planned: PlannedJob, more: Contexts = {}): Scope {
  const { scope, job, before } = planned;
  const results = Object.entries(before).map(([id, { result }]): [string, Conclusion] => [id, result]);
  return {
    where: `${scope.plan.workflow.path}, job '${job.id}'`,
    contexts: { ...jobContexts(planned), ...more },
    functions: jobStatusFunctions({ before: Object.fromEntries(results), cancelled: scope.cancelled.aborted }),
  };
}

function jobContexts({ scope, job, before }: PlannedJob): Contexts {
  const needs: JsonObject = {};
  for (const id of job.needs) {
    const { result, outputs } = before[id] ?? { result: 'skipped', outputs: {} };
    needs[id] = { result, outputs };
  }
  return { github: scope.live.github, inputs: scope.inputs, vars: scope.live.vars, needs };
}
