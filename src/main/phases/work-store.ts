// The logs of a job that may only read the repository: what it writes stays here, and what people say meanwhile comes from there.
import { unheard } from '../../core/graft.js';
import { linesOn, readJournal } from '../../core/journal.js';
import type { Store } from '../../ports.js';

/** A store over two: everything is read from `there` once, and written `here`. */
export function workStore({ here, there }: { here: Store; there: Store }): Store {
  return {
    list: there.list,
    async read(log) {
      const own = await here.read(log);
      if (!own) {
        const found = await there.read(log);
        return found && { text: found.text, at: await here.append(log, found.text, null) };
      }
      // A word that cannot be heard now is heard the next time.
      const found = log.startsWith('runs/') ? await there.read(log).catch(() => null) : null;
      const lines = found && wordsFor(own.text, found.text);
      return lines ? { text: own.text + lines, at: await here.append(log, lines, own.at) } : own;
    },
    append: async (log, lines, at) => here.append(log, lines, at),
    remove: here.remove,
  };
}

/** The lines by which a journal hears what was said to it elsewhere. */
function wordsFor(here: string, there: string): string {
  const journal = readJournal(here);
  const other = readJournal(there);
  return 'damage' in journal || 'damage' in other ? '' : linesOn(journal, unheard(journal, other));
}
