// What earlier work of a kind cost, for the estimate of the next.
import type { History } from '../ports/workflow.js';

/** The newest runs are enough to go by. */
const ENOUGH = 20;

/** The dollars of each run of a workflow that succeeded, newest first. Runs that asked no model are left out. */
export async function pastOf(workflow: string, { list }: History, run: string): Promise<readonly number[]> {
  const ended = (await list()).filter(
    (one) => one.run !== run && one.workflow === workflow && one.end?.outcome === 'done',
  );
  return ended.flatMap(({ spent }) => (spent && spent.usd > 0 ? [spent.usd] : [])).slice(0, ENOUGH);
}
