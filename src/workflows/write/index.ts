// `/crew write`: a request becomes three paths, the selected one becomes chapters, each chapter passes a gate of reviewers.
import type { Workflow } from '../../ports/workflow.js';
import { gate, type Order } from './gate.js';
import { publish } from './publish.js';
import { work } from './work.js';

export const write: Workflow<Order> = { name: 'write', version: 1, exclusive: true, gate, work, publish };
