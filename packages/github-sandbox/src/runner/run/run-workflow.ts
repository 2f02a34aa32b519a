// Executes all jobs of a workflow. Used by execute-run for the workflow of a run; called workflows get it as a function.

import { mergedConclusion } from '../decide/status-functions.js';
import { textFor } from '../expressions/data.js';
import { resolve } from '../expressions/resolve.js';
import { entriesOf, textOf, valueAt } from '../expressions/template.js';
import type { JsonObject } from '../json.js';
import type { Job } from '../parse/workflow.js';
import { declareJob, type JobResult, type WorkflowScope } from './live-run.js';
import type { Machine } from './machine.js';
import { runJob } from './run-job.js';

/** Runs the jobs of a workflow, each when its needs have ended. */
export async function runWorkflow(machine: Machine, scope: WorkflowScope): Promise<JobResult> {
  const { jobs } = scope.plan.workflow;
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const startedJobs = new Map<string, Promise<JobResult>>();
  for (const job of jobs) declare(scope, job);

  const resultOf = (id: string): Promise<JobResult> => {
    const job = byId.get(id);
    const known = startedJobs.get(id);
    if (job === undefined || known !== undefined) return known ?? Promise.resolve({ result: 'skipped', outputs: {} });
    const result = startWhenReady(job);
    startedJobs.set(id, result);
    return result;
  };

  const startWhenReady = async (job: Job): Promise<JobResult> => {
    const before = await resultsOf(ancestorsOf(job, byId), resultOf);
    return runJob({ machine, scope, job, before, runWorkflow });
  };

  const results = await resultsOf([...byId.keys()], resultOf);
  return {
    result: mergedConclusion(Object.values(results).map(({ result }) => result)),
    outputs: outputsOf(scope, results),
  };
}

async function resultsOf(
  ids: string[],
  resultOf: (id: string) => Promise<JobResult>,
): Promise<Record<string, JobResult>> {
  const pairs = await Promise.all(ids.map(async (id): Promise<[string, JobResult]> => [id, await resultOf(id)]));
  return Object.fromEntries(pairs);
}

/** All direct and indirect needs of a job. */
function ancestorsOf(job: Job, byId: Map<string, Job>): string[] {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const need of byId.get(id)?.needs ?? []) visit(need);
  };
  for (const need of job.needs) visit(need);
  return [...found];
}

function declare({ live, plan, prefix }: WorkflowScope, job: Job): void {
  const permissions = plan.permissions.get(job.id) ?? {};
  const name = `${prefix}${textOf(job.name) || job.id}`;
  declareJob(live, {
    key: `${prefix}${job.id}`,
    name,
    needs: job.needs.map((need) => `${prefix}${need}`),
    permissions,
  });
}

/** The outputs of a called workflow. */
function outputsOf(scope: WorkflowScope, results: Record<string, JobResult>): Record<string, string> {
  const { live, plan, inputs } = scope;
  const jobs: JsonObject = Object.fromEntries(
    Object.entries(results).map(([id, { result, outputs }]) => [id, { result, outputs }]),
  );
  const where = `${plan.workflow.path}, outputs`;
  const contexts = { github: live.github, vars: live.vars, inputs, jobs };
  const declared = entriesOf(valueAt(plan.workflow.on.workflow_call, 'outputs'));
  return Object.fromEntries(
    declared.map(([name, output]) => [
      name,
      textFor(resolve(valueAt(output, 'value') ?? null, { where, contexts, functions: {} })),
    ]),
  );
}
