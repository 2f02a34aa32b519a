// The workflows. A new one is its folder and a line here.
import type { Workflow } from '../ports/workflow.js';
import { ask } from './ask/index.js';
import { fix } from './fix/index.js';
import { review } from './review/index.js';
import { write } from './write/index.js';

export const workflows: readonly Workflow<unknown>[] = [ask, fix, review, write] as readonly Workflow<unknown>[];
