// Combines the checks of a commit into one state. Pure. Unknown results never count as green.
import type { CiResult } from '../../../ports/index.js';

/** Status and conclusion in GitHub's terms; commit statuses are completed or pending. */
interface CheckStatus {
  readonly status: string | null;
  readonly conclusion: string | null;
}

/** The state of a single check. */
export type CiCheckState = Exclude<CiResult['state'], 'none'>;

const CONCLUSIONS: ReadonlyMap<string | null, CiCheckState> = new Map<string | null, CiCheckState>([
  ['success', 'green'],
  ['neutral', 'green'],
  ['skipped', 'green'],
  ['failure', 'red'],
  ['error', 'red'],
  ['timed_out', 'red'],
  ['startup_failure', 'red'],
  ['action_required', 'waits'],
]);

const RUNNING_STATUSES: readonly (string | null)[] = ['queued', 'in_progress', 'pending', 'requested'];

/** The state of one check. Cancelled and stale checks are unknown. */
export function checkState({ status, conclusion }: CheckStatus): CiCheckState {
  if (status === 'completed') return CONCLUSIONS.get(conclusion) ?? 'unknown';
  if (status === 'waiting' || status === 'action_required') return 'waits';
  return RUNNING_STATUSES.includes(status) ? 'pending' : 'unknown';
}

/** The combined state is the first of these that any check has. */
const PRIORITY: readonly CiCheckState[] = ['red', 'waits', 'pending', 'unknown', 'green'];

/** The combined state. If a check may be missing (`isComplete` is false), it is not `green`. */
export function ciState(states: readonly CiCheckState[], { isComplete }: { isComplete: boolean }): CiResult['state'] {
  const allStates = isComplete ? states : [...states, 'unknown' as const];
  return PRIORITY.find((state) => allStates.includes(state)) ?? 'none';
}

/** The fields of an Actions run that are used here. */
export interface ActionsRun {
  readonly id: number;
  readonly name?: string | null | undefined;
  readonly path: string;
  readonly event: string;
  readonly workflow_id: number;
  readonly check_suite_id?: number | undefined;
  readonly status: string | null;
  readonly conclusion: string | null;
  readonly html_url: string;
}

/** The newest run of each workflow and event. A run that skipped all its jobs does not replace an earlier one. */
export function newestRuns<One extends ActionsRun>(runs: readonly One[]): readonly One[] {
  const newest = new Map<string, One>();
  for (const run of [...runs].sort((a, b) => a.id - b.id)) {
    const key = `${run.workflow_id} ${run.event}`;
    if (run.conclusion === 'skipped' && newest.has(key)) continue;
    newest.set(key, run);
  }
  return [...newest.values()];
}
