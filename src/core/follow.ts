// One more round: a run of its own that follows another one. It is begun and put down in one piece, so that it is there whole or not
// at all, and told again after a crash there is still only one.
import { Conflict } from '../errors.js';
import type { Crew } from './crew.js';
import type { Desk } from './desk.js';
import { beginOf, type Journal, lastHeld, linesOn, nothing } from './journal.js';
import { loadJournal, logOf } from './kept.js';
import { roundName } from './run-name.js';
import type { Follows, WrittenInput } from './workflow.js';

/** Which run a run follows, if it is one more round. */
export const followedBy = (journal: Journal): Follows | undefined =>
  (beginOf(journal)?.input as WrittenInput | undefined)?.follows;

/** Begins the round after a run, with the very input of that run, and puts it down until its turn comes; gives its name. */
export async function follow(
  { store, clock, holder }: Pick<Desk, 'store' | 'clock' | 'holder'>,
  { run: before, why }: Pick<Follows, 'run' | 'why'>,
): Promise<string> {
  const found = await loadJournal(store, before);
  const begun = found && beginOf(found.journal);
  if (!begun) throw new Error(`there is no run ${before} to follow`);
  // Who had the first one has nothing to do with whoever takes this one up.
  const { page: _, ...begin } = begun;
  const n = (followedBy(found.journal)?.n ?? 1) + 1;
  const run = roundName(before, n);
  const input = { ...(begin.input as WrittenInput), follows: { run: before, n, why } };
  const by = { at: clock.now(), by: holder.name };
  await store
    .append(
      logOf(run),
      linesOn(nothing, [
        { ...begin, ...by, run, input },
        { kind: 'rest', for: 'turn', ...by },
      ]),
      null,
    )
    .catch((error: unknown) => {
      // There already.
      if (!(error instanceof Conflict)) throw error;
    });
  return run;
}

/** Put down until its turn comes. */
export function waitsForTurn(journal: Journal): boolean {
  const last = lastHeld(journal);
  return last?.kind === 'rest' && last.for === 'turn';
}

/** Starts a round that still waits for its turn; one that had it is left alone, so that this may be said again. */
export async function startRound({ desk, start }: Pick<Crew, 'desk' | 'start'>, run: string): Promise<void> {
  const found = await loadJournal(desk.store, run);
  if (found && waitsForTurn(found.journal)) await start?.(run);
}
