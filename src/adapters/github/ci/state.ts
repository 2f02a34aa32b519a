// Combines the checks of a commit into one state. Pure. Unknown results never count as green.
import type { CiRead } from '../../../ports/index.js';

/** Status and conclusion in GitHub's terms; commit statuses are completed or pending. */
export interface Seen {
  readonly status: string | null;
  readonly conclusion: string | null;
}

/** The state of a single check. */
export type CheckWord = Exclude<CiRead['state'], 'none'>;

const ends: ReadonlyMap<string | null, CheckWord> = new Map<string | null, CheckWord>([
  ['success', 'green'],
  ['neutral', 'green'],
  ['skipped', 'green'],
  ['failure', 'red'],
  ['error', 'red'],
  ['timed_out', 'red'],
  ['startup_failure', 'red'],
  ['action_required', 'waits'],
]);

const underway: readonly (string | null)[] = ['queued', 'in_progress', 'pending', 'requested'];

/** The state of one check. Cancelled and stale checks are unknown. */
export function wordOf({ status, conclusion }: Seen): CheckWord {
  if (status === 'completed') return ends.get(conclusion) ?? 'unknown';
  if (status === 'waiting' || status === 'action_required') return 'waits';
  return underway.includes(status) ? 'pending' : 'unknown';
}

/** Priority: the first of these states that any check has. */
const weight: readonly CheckWord[] = ['red', 'waits', 'pending', 'unknown', 'green'];

/** The combined state; `whole` if no check is missing. */
export function ciState(words: readonly CheckWord[], { whole }: { whole: boolean }): CiRead['state'] {
  const said = whole ? words : [...words, 'unknown' as const];
  return weight.find((word) => said.includes(word)) ?? 'none';
}
