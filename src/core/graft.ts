// What another job went on with, brought back to where the run is kept. That job ran somebody's code beside it, so what it brings is
// looked at: it goes on exactly from what was put down, and holds nothing that only a job with rights can have done. Pure.
import { beginOf, type Journal, type Sealed, type Spent, wordsOf } from './journal.js';

export type Grafted =
  | { readonly entries: readonly Sealed[] }
  | { readonly flaw: 'another run' | 'another past' | 'foreign' };

/** What such a job can have written down. */
const KINDS: readonly Sealed['kind'][] = ['resume', 'step', 'rest'];

/** What only a job with rights finds out, or says: brought along, it would be believed of itself. */
const ELSEWHERE = /^(?:known|target|against|offered|issue|job|me|revoked|template)$|^(?:shown|news)\b/;

const isWorks = (entry: Sealed): boolean =>
  KINDS.includes(entry.kind) &&
  // That job writes line by line, and under no page: what says otherwise was made up.
  !(entry.kind === 'resume' && (entry.inPieces !== undefined || entry.page !== undefined)) &&
  (entry.kind !== 'step' || (!ELSEWHERE.test(entry.name) && (entry.spent === undefined || isSpending(entry.spent))));

/** Nobody earns by working. */
const isSpending = ({ usd, tokens }: Spent): boolean =>
  [usd, ...Object.values(tokens)].every((each) => Number.isFinite(each) && each >= 0);

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
  return news.every(isWorks) ? { entries: news } : { flaw: 'foreign' };
}

/** What people said, by what is known elsewhere and not here. */
export function unheard(here: Journal, there: Journal): readonly Sealed[] {
  const known = new Set(wordsOf(here).map(({ key }) => key));
  return there.entries.filter((each) => each.kind === 'heard' && !known.has(each.word.key));
}
