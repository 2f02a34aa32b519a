// retrospect: looks back on an ended run, and does what people decide about proposals.
//
//   /crew retrospect [RUN] · approve ID… · reject ID…|--category C · defer ID…
//   gate      which run, or which proposals (gate.ts)
//   work      the retrospective; at a terminal also what follows a decision (work.ts)
//   publish   pull requests and memory (publish.ts)
import type { Workflow } from '../../ports/workflow.js';
import { gate } from './gate.js';
import type { LearningServices } from './learns.js';
import type { RetrospectOrder } from './order.js';
import { publishOf } from './publish.js';
import { workOf } from './work.js';

export const retrospectWith = (services: LearningServices): Workflow<RetrospectOrder> => ({
  ...{ name: 'retrospect', version: 1, exclusive: true, gate },
  work: workOf(services),
  publish: publishOf(services),
});
