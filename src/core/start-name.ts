// What the start of a run by a dispatch is called: after the run, in the very state that it is in. Whoever takes the run up changes that
// state, so that a start counts once, however often it is sent or run again. Pure.
import { add, type Journal, lastHeld, nothing } from './journal.js';

const DIGITS = 8;

/** The start of a run as it stands now. */
export const startName = (run: string, { seal }: Pick<Journal, 'seal'>): string => `${run}.${seal.slice(0, DIGITS)}`;

/** `due`: nobody has taken the run up since. `over`: somebody has. `none`: no start of this run was ever called so. */
export type StartIs = 'due' | 'over' | 'none';

/** What a name means for a run as its journal stands now; what people said meanwhile takes no turn from it. */
export function startIs(name: string, run: string, journal: Journal): StartIs {
  const seals = sealsOf(journal);
  const at = seals.findIndex((seal) => startName(run, { seal }) === name);
  if (at === -1) return 'none';
  const held = lastHeld(journal);
  return at >= (held ? journal.entries.lastIndexOf(held) : 0) ? 'due' : 'over';
}

/** After each entry, what the next one is sealed onto. */
function sealsOf({ entries }: Journal): readonly string[] {
  let { seal } = nothing;
  return entries.map((each) => {
    seal = add({ ...nothing, seal }, each).journal.seal;
    return seal;
  });
}
