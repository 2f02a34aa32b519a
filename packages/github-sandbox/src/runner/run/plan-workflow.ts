// Plans the jobs of a workflow, including those of the workflows that it calls. Used by begin-run; live-run uses its type.

import { actionRefOf, isBuiltIn } from '../actions/pinned.js';
import { callProblems } from '../decide/call-inputs.js';
import { readOnlyPermissions, requestedPermissions, scopesBeyondCaller } from '../decide/permissions.js';
import { entriesOf } from '../expressions/template.js';
import type { Permissions } from '../model.js';
import type { CallJob, Job, StepsJob, Workflow } from '../parse/workflow.js';
import { findCalled, type Source } from './find-called.js';
import type { Machine } from './machine.js';

/** A workflow with everything that is resolved before it runs. */
export interface PlannedWorkflow {
  workflow: Workflow;
  source: Source;
  /** The permissions of each job's token, by job id. */
  permissions: Map<string, Permissions>;
  /** The called workflow of each job that calls one, by job id. */
  calls: Map<string, PlannedWorkflow>;
}

interface PlanOrder {
  machine: Machine;
  workflow: Workflow;
  source: Source;
  /** Undefined in the workflow that an event starts. */
  callerPermissions: Permissions | undefined;
  /** A pull request of a fork: tokens are read-only. */
  untrusted: boolean;
  /** How many workflows called this one; 0 in the workflow that an event starts. */
  depth: number;
  /** The problems that are found are added here. */
  problems: string[];
}

/** GitHub's maximum nesting of reusable workflows. */
const MAX_DEPTH = 10;

/**
 * Loads called workflows and checks what GitHub checks before a start: files, inputs, secrets, permissions, and that all actions are
 * supported.
 */
export async function planWorkflow(order: PlanOrder): Promise<PlannedWorkflow> {
  const { workflow, source, problems } = order;
  problems.push(...workflow.problems);
  const plan: PlannedWorkflow = { workflow, source, permissions: new Map(), calls: new Map() };
  for (const job of workflow.jobs) {
    const asked = requestedPermissions({
      workflow: workflow.permissions,
      job: job.permissions,
      callerPermissions: order.callerPermissions,
    });
    for (const excess of scopesBeyondCaller(asked, order.callerPermissions ?? asked)) {
      const requested = `'${excess.scope}: ${excess.requested}'`;
      problems.push(
        `${placeOf(order, job)}: the nested job is requesting ${requested}, but is only allowed '${excess.scope}: ${excess.allowed}'`,
      );
    }
    plan.permissions.set(job.id, order.untrusted ? readOnlyPermissions(asked) : asked);
    if (job.kind === 'steps') checkActions(order, job);
    else await planCall(order, { job, asked, plan });
  }
  return plan;
}

function checkActions(order: PlanOrder, job: StepsJob): void {
  for (const step of job.steps) {
    const action = actionRefOf(step.uses);
    if (action === undefined || isBuiltIn(action.repository) || action.repository in order.machine.actions) continue;
    order.problems.push(
      `${placeOf(order, job)}, ${step.label}: the embedded runner has no ${action.repository}; it runs ./folders, the built-in actions and those it was given a folder for`,
    );
  }
}

async function planCall(
  order: PlanOrder,
  { job, asked, plan }: { job: CallJob; asked: Permissions; plan: PlannedWorkflow },
): Promise<void> {
  const place = placeOf(order, job);
  if (order.depth >= MAX_DEPTH) {
    order.problems.push(`${place}: reusable workflows are nested deeper than ${MAX_DEPTH}`);
    return;
  }
  const called = await findCalled({ machine: order.machine, source: order.source, uses: job.uses });
  if (typeof called === 'string') {
    order.problems.push(`${place}: ${called}`);
    return;
  }
  const trigger = called.workflow.on.workflow_call;
  if (trigger === undefined) {
    order.problems.push(`${place}: ${job.uses} has no workflow_call trigger`);
    return;
  }
  const inputs = entriesOf(job.with).map(([name]) => name);
  const secrets = job.secrets === 'inherit' ? 'inherit' : entriesOf(job.secrets).map(([name]) => name);
  order.problems.push(...callProblems({ trigger, inputs, secrets }).map((problem) => `${place}: ${problem}`));
  const inner = { ...order, ...called, callerPermissions: asked, depth: order.depth + 1 };
  plan.calls.set(job.id, await planWorkflow(inner));
}

function placeOf({ workflow }: PlanOrder, job: Job): string {
  return `${workflow.path}, job '${job.id}'`;
}
