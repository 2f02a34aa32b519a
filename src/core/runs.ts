import type { Store } from '../ports.js';
import { readJournal } from './journal.js';
import { logOf } from './kept.js';
import { summaryOf } from './summary.js';
import type { RunSummary } from './workflow.js';

/** So many are read at the most, so that a store that was never cleaned does not stop an answer. */
const MOST = 500;

const PREFIX = 'runs/';

/** The names of all runs of a store. */
export async function runNames(store: Store): Promise<readonly string[]> {
  return (await store.list(PREFIX)).map((log) => log.slice(PREFIX.length));
}

/** The runs of a store as they stand now, newest first, as far as they can be read; one damaged journal hides no other. */
export async function runsOf(
  store: Store,
  of: { repo?: string | undefined; issue?: number | undefined; now: number },
): Promise<readonly RunSummary[]> {
  const names = (await runNames(store)).filter(
    (name) => of.issue === undefined || name.split('-')[1] === String(of.issue),
  );
  const logs = await Promise.all(names.slice(-MOST).map((name) => store.read(logOf(name))));
  return logs
    .flatMap((log) => {
      const journal = readJournal(log?.text ?? '');
      const summary = 'damage' in journal ? null : summaryOf(journal, of.now);
      return summary && (of.repo === undefined || summary.repo === of.repo) ? [summary] : [];
    })
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt) || a.run.localeCompare(b.run));
}
