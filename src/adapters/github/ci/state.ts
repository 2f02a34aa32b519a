// What the checks of a commit come to. Pure, and on the side of caution: what is not known to be good is not green.
import type { CiRead } from '../../../ports.js';

/** How far something has come, in GitHub's words; statuses of the older kind are completed or pending. */
export interface Seen {
  readonly status: string | null;
  readonly conclusion: string | null;
}

/** One of them alone. */
export type Word = Exclude<CiRead['state'], 'none'>;

const ends: ReadonlyMap<string | null, Word> = new Map<string | null, Word>([
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

/** What one check says. Stopped by somebody, or given up by GitHub, it says nothing: neither good nor bad. */
export function wordOf({ status, conclusion }: Seen): Word {
  if (status === 'completed') return ends.get(conclusion) ?? 'unknown';
  if (status === 'waiting' || status === 'action_required') return 'waits';
  return underway.includes(status) ? 'pending' : 'unknown';
}

/** The first of these that one of them says. What failed has failed, whatever else goes on; who has to let them run is told at once. */
const weight: readonly Word[] = ['red', 'waits', 'pending', 'unknown', 'green'];

/** All of them together; `whole` where nothing is missing from them. */
export function ciState(words: readonly Word[], { whole }: { whole: boolean }): CiRead['state'] {
  const said = whole ? words : [...words, 'unknown' as const];
  return weight.find((word) => said.includes(word)) ?? 'none';
}
