import { RUN } from '../../commands/id.js';
import type { Journal } from '../../core/journal.js';
import { loadJournal } from '../../core/kept.js';
import { runNames } from '../../core/runs.js';
import { UserError } from '../../errors.js';
import type { Store } from '../../ports.js';
import { nearest } from '../../text/nearest.js';
import { homeStore } from '../../services/wire.js';
import type { Call } from './desk.js';
import { hubOf } from './hub.js';

/** Where the runs are that are meant: this folder's, or with --repo those that the repository keeps. */
export async function storeOf(call: Call): Promise<Store> {
  return call.flags.repo ? (await hubOf(call, call.flags.repo)).desk.store : homeStore(call.env, call.flags.root);
}

/** The run's name as it was typed: its word, or --run. */
export function nameOf({ words, flags }: Call): string {
  const name = words[0] ?? flags.run;
  if (name !== undefined && RUN.test(name)) return name;
  throw new UserError({
    expected: 'the name of a run, such as fix-12-0a1b2c3d4e',
    found: name === undefined ? 'none' : `"${name}"`,
    remedy: 'See `crew list`.',
  });
}

/** The journal of the run that was named. */
export async function namedRun(call: Call): Promise<{ run: string; journal: Journal; store: Store }> {
  const run = nameOf(call);
  const store = await storeOf(call);
  const found = await loadJournal(store, run);
  if (found && found.journal.entries.length > 0) return { run, journal: found.journal, store };
  const meant = nearest(run, await runNames(store));
  throw new UserError({
    expected: 'a run that is kept here',
    found: `none of the name ${run}`,
    remedy: meant ? `Did you mean ${meant}?` : 'See `crew list`.',
  });
}
