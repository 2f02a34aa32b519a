// review: `/crew review` on a pull request. The check crew/verify, and one review with what the reviewer found beside the lines. It
// approves nothing and blocks nothing.
import type { Workflow } from '../../ports/workflow.js';
import { gate, type ReviewOrder } from './gate.js';
import { concludes, publish } from './publish.js';
import { work } from './work.js';

export const review: Workflow<ReviewOrder> = {
  ...{ name: 'review', version: 2, exclusive: false },
  ...{ gate, work, publish, concludes },
};
