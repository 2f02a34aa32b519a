// plan: does what a plan file says, each change under its precondition, and nothing else.
//
//   a person types   crew apply FILE
//   they see         each change that was done; each that was skipped, with the reason
//   it stops         when the last one was tried

import { readPlan } from '../../core/plan.js';
import type { Workflow } from '../../core/workflow.js';
import { planSays } from './say.js';

export const plan: Workflow = {
  name: 'plan',
  story: 1,
  needs: ['github'],
  claims: false,
  async tell({ run, known, apply, dryRun }, { text }) {
    const { changes } = readPlan(await run.look('plan', async () => text), 'the plan');
    if (dryRun)
      return {
        name: 'planned',
        says: planSays(changes, [], known.lang),
        result: { changes: changes.length, written: 0 },
      };
    const applied = await apply(changes);
    const skipped = applied.filter(({ did }) => did === 'skipped');
    const says = planSays(changes, applied, known.lang);
    const result = { changes: changes.length, written: applied.filter(({ did }) => did === 'written').length, skipped };
    return { name: skipped.length > 0 ? 'partial' : 'done', says, result };
  },
};
