// Executes a run from its start to its conclusion. Used by the entry of the runner.

import { sentenceOf } from '../json.js';
import type { Conclusion } from '../model.js';
import { concurrencyOf, enterGroup } from './enter-group.js';
import type { WorkflowScope } from './live-run.js';
import type { Machine } from './machine.js';
import { runWorkflow } from './run-workflow.js';

/** Executes a run from its concurrency group to its conclusion. */
export async function executeRun(machine: Machine, scope: WorkflowScope): Promise<void> {
  const { run, publish } = scope.live;
  run.conclusion = run.problems.length > 0 ? 'startup_failure' : await conclude(machine, scope);
  run.status = 'completed';
  run.completedAt = machine.now().toISOString();
  publish();
}

/** A run that waits for approval is completed with `action_required`. */
export async function awaitApproval(machine: Machine, { live: { run, publish } }: WorkflowScope): Promise<void> {
  run.conclusion = 'action_required';
  run.status = 'completed';
  run.completedAt = machine.now().toISOString();
  publish();
}

async function conclude(machine: Machine, scope: WorkflowScope): Promise<Conclusion> {
  const { live } = scope;
  try {
    const where = `${live.run.path}, concurrency`;
    const contexts = { github: live.github, inputs: scope.inputs, vars: live.vars };
    const concurrency = concurrencyOf(scope.plan.workflow.concurrency, { where, contexts, functions: {} });
    if (concurrency !== undefined) live.run.status = 'pending';
    live.publish();
    const id = `run-${live.run.id}`;
    const ticket = await enterGroup({ machine, live, id, concurrency, stop: live.cancel });
    if (ticket === undefined) return 'cancelled';
    live.run.status = 'in_progress';
    live.publish();
    try {
      const { result } = await runWorkflow(machine, scope);
      return live.cancel.signal.aborted ? 'cancelled' : result;
    } finally {
      ticket.leave();
    }
  } catch (thrown) {
    live.run.problems.push(sentenceOf(thrown));
    return 'startup_failure';
  }
}
