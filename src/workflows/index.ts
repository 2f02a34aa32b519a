// The list of all workflows that have runs. Used by src/services/wire.ts, src/cli/run.ts, and instant.ts, which answers `facilitate`,
// `status` and `help` without a run. To add a workflow, add a folder and a line here.
import type { Workflow } from '../ports/workflow.js';
import { ask } from './ask/index.js';
import { buildWith } from './build/index.js';
import { fix } from './fix/index.js';
import { retrospectWith, withLearning } from './retrospect/index.js';
import type { LearningServices } from './retrospect/learning.js';
import { review } from './review/index.js';
import { type TaskServices, taskWith } from './task/index.js';
import { write } from './write/index.js';

/** The services of a run that learns nothing, because there is no memory. */
const NO_LEARNING: LearningServices = { inWork: () => null, inPublish: null };

/** The workflows, with the ledger of `task` and the services for learning. Workflows that change something learn when they end. */
export function workflowsWith(
  task: TaskServices,
  learning: LearningServices = NO_LEARNING,
): readonly Workflow<unknown>[] {
  return [
    ask,
    withLearning(buildWith(learning), learning),
    withLearning(fix, learning),
    review,
    withLearning(write, learning),
    withLearning(taskWith(task), learning),
    withLearning(retrospectWith(learning), learning),
  ] as readonly Workflow<unknown>[];
}

const noLedger = (): never => {
  throw new Error('the list of names has no ledger');
};

/** The names of all workflows. */
export const workflowNames: readonly string[] = workflowsWith({
  ledger: noLedger,
  publishLedger: null,
  complain: noLedger,
}).map(({ name }) => name);
