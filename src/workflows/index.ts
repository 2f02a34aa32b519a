// THE LIST of workflows. A new one is its folder, its test, and a line here; a command whose workflow is not in it is "not in this version".
import type { Workflow } from '../core/workflow.js';
import { agent } from './agent/index.js';
import { answer } from './answer/index.js';
import { facilitate } from './facilitate/index.js';
import { fix } from './fix/index.js';
import { review } from './review-pull/index.js';
import { word } from './word/index.js';

export const workflows: readonly Workflow[] = [agent, answer, facilitate, fix, review, word];

/** Those that can be asked for in a thread: a role alone is for whoever sits before the tree. */
export const inThreads: readonly Workflow[] = workflows.filter((each) => each !== agent);
