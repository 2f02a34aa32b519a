// What earlier work of a kind cost, for the estimate before the next.
import { type Begin, beginOf } from '../core/journal.js';
import { spentOf } from '../core/summary.js';
import type { Ctx } from '../core/workflow.js';

/** So many are enough to go by, and so many are read at the most: journals of other work lie between. */
const ENOUGH = 20;
const MOST = 60;

type Past = Pick<Ctx, 'runs' | 'recall'> & { readonly run: { readonly id: string } };

/** The dollars of each run of a workflow that came to its end and is `alike`, the newest first. */
export async function pastOf(
  { workflow, alike }: { workflow: string; alike: (begin: Begin) => boolean },
  { run, runs, recall }: Past,
): Promise<readonly number[]> {
  const ended = (await runs(undefined)).filter(
    (one) => one.run !== run.id && one.workflow === workflow && one.status === 'succeeded',
  );
  const costs: number[] = [];
  for (const one of ended.slice(0, MOST)) {
    const journal = await recall(one.run);
    const begin = journal && beginOf(journal);
    if (begin && alike(begin)) costs.push(spentOf(journal).usd);
    if (costs.length === ENOUGH) break;
  }
  return costs;
}
