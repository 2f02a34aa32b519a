// Combines the checks of a commit into one state. Pure. Unknown results never count as green.
import type { CiResult } from '../../../ports/index.js';

/** Status and conclusion in GitHub's terms; commit statuses are completed or pending. */
interface CheckStatus {
  readonly status: string | null;
  readonly conclusion: string | null;
}

/** The state of a single check. */
export type CheckWord = Exclude<CiResult['state'], 'none'>;

const CONCLUSIONS: ReadonlyMap<string | null, CheckWord> = new Map<string | null, CheckWord>([
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
export function checkState({ status, conclusion }: CheckStatus): CheckWord {
  if (status === 'completed') return CONCLUSIONS.get(conclusion) ?? 'unknown';
  if (status === 'waiting' || status === 'action_required') return 'waits';
  return RUNNING_STATUSES.includes(status) ? 'pending' : 'unknown';
}

/** Priority: the first of these states that any check has. */
const PRIORITY: readonly CheckWord[] = ['red', 'waits', 'pending', 'unknown', 'green'];

/** The combined state; `whole` if no check is missing. */
export function ciState(words: readonly CheckWord[], { whole }: { whole: boolean }): CiResult['state'] {
  const said = whole ? words : [...words, 'unknown' as const];
  return PRIORITY.find((word) => said.includes(word)) ?? 'none';
}

/** The fields of an Actions run that are used here. */
export interface Run {
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
export function runsThatCount<One extends Run>(runs: readonly One[]): readonly One[] {
  const newest = new Map<string, One>();
  for (const run of [...runs].sort((a, b) => a.id - b.id)) {
    const key = `${run.workflow_id} ${run.event}`;
    if (run.conclusion === 'skipped' && newest.has(key)) continue;
    newest.set(key, run);
  }
  return [...newest.values()];
}
