import { UserError } from '../errors.js';
import type { Store } from '../ports.js';
import { type Journal, readJournal } from './journal.js';

/** Where a run's journal lies. */
export const logOf = (run: string): string => `runs/${run}`;

/** What stands in a run's journal; a damaged one is refused by name. */
export async function loadJournal(store: Store, run: string): Promise<{ journal: Journal; at: string } | null> {
  const found = await store.read(logOf(run));
  if (!found) return null;
  const journal = readJournal(found.text);
  if (!('damage' in journal)) return { journal, at: found.at };
  const { line, why } = journal.damage;
  throw new UserError({
    expected: `a whole journal of the run ${run}`,
    found: why === 'format' ? 'one that another version of crew wrote' : `line ${line} damaged (${why})`,
    remedy:
      why === 'format'
        ? 'Continue it with that version.'
        : `Restore it from a backup, or remove it with \`crew clean ${run}\`.`,
    ends: 'error',
  });
}
