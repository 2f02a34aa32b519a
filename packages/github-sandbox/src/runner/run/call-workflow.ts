// Executes a reusable workflow as part of a run. Used by run-matrix.

import { callInputs } from '../decide/call-inputs.js';
import type { Scope } from '../expressions/evaluate.js';
import { resolve, resolveTexts } from '../expressions/resolve.js';
import { isObject, Refusal } from '../json.js';
import type { CallJob } from '../parse/workflow.js';
import { concurrencyOf, enterGroup } from './enter-group.js';
import type { JobResult, LiveJob, WorkflowScope } from './live-run.js';
import type { PlannedJob } from './planned-job.js';

interface Call {
  job: CallJob;
  liveJob: LiveJob;
  expressions: Scope;
}

/** Runs a reusable workflow in place of the calling job. */
export async function callWorkflow(planned: PlannedJob, { job, liveJob, expressions }: Call): Promise<JobResult> {
  const { machine, scope } = planned;
  const plan = scope.plan.calls.get(job.id);
  const trigger = plan?.workflow.on.workflow_call;
  if (plan === undefined || trigger === undefined) throw new Refusal(expressions.where, `${job.uses} was not loaded`);
  const given = resolve(job.with, expressions);
  const inputs = callInputs({
    trigger,
    given: isObject(given) ? given : {},
    defaultOf: (template) => resolve(template, { ...expressions, where: `${plan.workflow.path}, inputs` }),
  });
  const inner: WorkflowScope = {
    live: scope.live,
    plan,
    prefix: `${liveJob.record.name} / `,
    inputs,
    secrets: secretsOf(planned, { job, expressions }),
    cancelled: AbortSignal.any([scope.cancelled, liveJob.stop.signal]),
  };
  return runInGroup(planned, { inner, liveJob, expressions, run: () => planned.runWorkflow(machine, inner) });
}

/** The secrets of the called workflow: all, or those that the job passes by name. An empty text is kept; in expressions it equals a missing secret. */
function secretsOf(
  { scope }: PlannedJob,
  { job, expressions }: Pick<Call, 'job' | 'expressions'>,
): Record<string, string> {
  if (job.secrets === 'inherit') return scope.secrets;
  const contexts = { ...expressions.contexts, secrets: scope.secrets };
  return resolveTexts(job.secrets, { ...expressions, contexts });
}

interface Grouped {
  inner: WorkflowScope;
  liveJob: LiveJob;
  expressions: Scope;
  run: () => Promise<JobResult>;
}

async function runInGroup(
  { machine, scope }: PlannedJob,
  { inner, liveJob, expressions, run }: Grouped,
): Promise<JobResult> {
  const { github = {}, vars = {} } = expressions.contexts;
  const contexts = { github, vars, inputs: inner.inputs };
  const concurrency = concurrencyOf(inner.plan.workflow.concurrency, { ...expressions, contexts });
  const id = `run-${scope.live.run.id}/${liveJob.record.name.replaceAll(' / ', '/')}/workflow`;
  const ticket = await enterGroup({ machine, live: scope.live, id, concurrency, stop: liveJob.stop });
  if (ticket === undefined) return { result: 'cancelled', outputs: {} };
  liveJob.isCallStarted = true;
  removeRecord(scope, liveJob);
  try {
    return await run();
  } finally {
    ticket.leave();
  }
}

/** Removes the calling job from the run. It is listed only while it waits; then the jobs of the called workflow are. */
function removeRecord({ live }: WorkflowScope, liveJob: LiveJob): void {
  live.run.jobs = live.run.jobs.filter((record) => record !== liveJob.record);
}
