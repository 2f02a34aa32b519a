// What earlier runs of a role cost, for the estimate before the next.
import { beginOf } from '../../core/journal.js';
import { spentOf } from '../../core/summary.js';
import type { Ctx, WrittenInput } from '../../core/workflow.js';
import { taskIn } from './task.js';

type Past = Pick<Ctx, 'runs' | 'recall'> & { readonly run: { readonly id: string } };

/** So many are enough to go by, and so many are read at the most: journals of other roles lie between. */
const ENOUGH = 20;
const MOST = 60;

/** The dollars of each, the newest first; only of what came to its end. */
export async function pastOf(role: string, { run, runs, recall }: Past): Promise<readonly number[]> {
  const ended = (await runs(undefined)).filter(
    (one) => one.run !== run.id && one.workflow === 'agent' && one.status === 'succeeded',
  );
  const costs: number[] = [];
  for (const one of ended.slice(0, MOST)) {
    const journal = await recall(one.run);
    const input = journal && (beginOf(journal)?.input as WrittenInput | undefined);
    if (input && taskIn(input.event).role === role) costs.push(spentOf(journal).usd);
    if (costs.length === ENOUGH) break;
  }
  return costs;
}
