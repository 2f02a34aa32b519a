// Saying something to a run: one line in its journal, whoever holds the run at that moment.
import { Conflict } from '../errors.js';
import type { Desk } from './desk.js';
import { add } from './journal.js';
import { loadJournal, logOf } from './kept.js';
import { awaitsOf, statusOf } from './summary.js';
import { bound, hears, type Word } from './word.js';
import { redactLeaves } from './writer.js';

/** `deaf`: the run is over, or waits for something else. */
export type Hearing = 'heard' | 'known' | 'deaf' | 'none';

/** Says it. Two who speak at once are both heard, one after the other. */
export async function hear({ store, clock, holder, redact }: Desk, run: string, word: Word): Promise<Hearing> {
  for (;;) {
    const found = await loadJournal(store, run);
    if (!found) return 'none';
    const { journal, at } = found;
    if (journal.entries.some((entry) => entry.kind === 'heard' && entry.word.key === word.key)) return 'known';
    const now = clock.now();
    const awaits = awaitsOf(journal, now);
    if (!hears({ status: statusOf(journal, now), awaits }, word)) return 'deaf';
    const said = redactLeaves<Word>({ ...word, ...bound(word, awaits) }, redact);
    try {
      const { line } = add(journal, { kind: 'heard', word: said, at: now, by: holder.name });
      await store.append(logOf(run), line, at);
      return 'heard';
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}
