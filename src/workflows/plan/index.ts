// plan: does what a plan file of `crew facilitate --plan-out` says, each change only while it still holds.
//
//   a person types   crew apply FILE
//   they see         each change that was done; each that was skipped, with the reason
//   it stops         when the last one was tried

import type { Applied } from '../../core/apply.js';
import { keyOf } from '../../core/change.js';
import { type Plan, readPlan } from '../../core/plan.js';
import type { Ctx, Workflow } from '../../core/workflow.js';
import { judge } from '../facilitate/judge.js';
import { rulesOf } from '../facilitate/rules.js';
import { whyNot } from './holds.js';
import { planSays } from './say.js';

export const plan: Workflow = {
  name: 'plan',
  story: 2,
  needs: ['github'],
  claims: false,
  async tell(ctx, { text }) {
    const { run, known, apply, dryRun } = ctx;
    const { changes } = readPlan(await run.look('plan', async () => text), 'the plan');
    if (dryRun)
      return {
        name: 'planned',
        says: planSays(changes, [], known.lang),
        result: { changes: changes.length, written: 0 },
      };
    const reasons = await reasonsNow(ctx, changes);
    const applied: Applied[] = [];
    for (const [n, change] of changes.entries()) {
      const why = reasons[n] ?? null;
      const done = why === null ? await apply([change]) : [{ key: keyOf(change), did: 'skipped' as const, why }];
      applied.push(...done);
    }
    const skipped = applied.filter(({ did }) => did === 'skipped');
    const says = planSays(changes, applied, known.lang);
    const result = { changes: changes.length, written: applied.filter(({ did }) => did === 'written').length, skipped };
    return { name: skipped.length > 0 ? 'partial' : 'done', says, result };
  },
};

/** For each change why it holds no longer; null where it does. */
async function reasonsNow(
  { board: reader, known }: Ctx,
  changes: Plan['changes'],
): Promise<readonly (string | null)[]> {
  if (!reader || changes.length === 0) return [];
  const { board, outside, previous } = await reader.scan();
  const judged = judge(board, rulesOf(known.config, reader.host), previous, outside);
  return changes.map((change) => whyNot(change, { judged, repo: board.repo }));
}
