// The workflows. A new one is its folder and a line here. The code of a phase is loaded when the phase begins.
import type { Workflow } from '../ports/workflow.js';
import { ask } from './ask/index.js';
import { build } from './build/index.js';
import { fix } from './fix/index.js';
import { review } from './review/index.js';
import { type TaskServices, taskWith } from './task/index.js';
import { write } from './write/index.js';

/** The workflows, with the learning ledger of where they run. */
export const workflowsWith = (task: TaskServices): readonly Workflow<unknown>[] =>
  [ask, build, fix, review, write, taskWith(task)] as readonly Workflow<unknown>[];

/** Their names. */
export const workflowNames: readonly string[] = ['ask', 'build', 'fix', 'review', 'write', 'task'];
