// What another job went on with, brought back to where the run is kept. That job ran somebody's code beside it, so what it brings is
// looked at: it goes on exactly from what was put down, and holds nothing that only a job with rights can have done. Pure.
import { beginOf, type Journal, type Sealed, wordsOf } from './journal.js';

export type Grafted =
  | { readonly entries: readonly Sealed[] }
  | { readonly flaw: 'another run' | 'another past' | 'foreign' };

/** What such a job can have written down. */
const KINDS: readonly Sealed['kind'][] = ['resume', 'step', 'rest'];

/** The entries to add to `kept`, where `brought` goes on from it; words that were said meanwhile stand in `kept` already. */
export function graftOf(kept: Journal, brought: Journal): Grafted {
  if (beginOf(kept)?.run !== beginOf(brought)?.run) return { flaw: 'another run' };
  const parted = kept.entries.findLastIndex(({ kind }) => kind !== 'heard') + 1;
  const isSame = kept.entries
    .slice(0, parted)
    .every((each, n) => JSON.stringify(each) === JSON.stringify(brought.entries[n]));
  if (!isSame) return { flaw: 'another past' };
  const known = new Set(wordsOf(kept).map(({ key }) => key));
  const news = brought.entries.slice(parted).filter((each) => each.kind !== 'heard' || !known.has(each.word.key));
  return news.every(({ kind }) => KINDS.includes(kind)) ? { entries: news } : { flaw: 'foreign' };
}

/** What people said, by what is known elsewhere and not here. */
export function unheard(here: Journal, there: Journal): readonly Sealed[] {
  const known = new Set(wordsOf(here).map(({ key }) => key));
  return there.entries.filter((each) => each.kind === 'heard' && !known.has(each.word.key));
}
