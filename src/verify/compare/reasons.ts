// The reasons for the verdict of a comparison: as data, which records contain, and as sentences. Used by compare.ts, ../records.ts, and
// index.ts, which re-exports it.
import type { Language } from '../../text/lang/index.js';
import { type ComparisonKind, type SideName, verifyWords } from '../../text/lang/verify/index.js';

/**
 * The kinds of `ComparisonKind` (broken, fixed, …) and `renamed` list tests by name. The others say why a comparison is incomplete; `nothing`: nothing
 * ran and reported a result on both sides.
 */
export type Reason =
  | { readonly kind: ComparisonKind; readonly names: readonly string[] }
  | { readonly kind: 'renamed'; readonly pairs: readonly (readonly [from: string, to: string])[] }
  | { readonly kind: 'not-run'; readonly side: SideName; readonly step: string; readonly why: string }
  | { readonly kind: 'cut-short'; readonly side: SideName; readonly step: string; readonly by: 'time-out' | 'signal' }
  | { readonly kind: 'no-tests'; readonly side: SideName }
  | { readonly kind: 'nothing' };

/** Maximum number of names in a sentence. */
const SHOWN = 3;

/** A reason as a sentence. Names come from the repository and must be treated as data. */
export function say(reason: Reason, lang: Language): string {
  const words = verifyWords(lang).compared;
  const short = (items: readonly string[]): string =>
    items.slice(0, SHOWN).join(', ') + (items.length > SHOWN ? words.more(items.length - SHOWN) : '');
  switch (reason.kind) {
    case 'renamed':
      return words.renamed(short(reason.pairs.map(([from, to]) => `${from} → ${to}`)));
    case 'not-run':
      return words.notRun({ ...reason, side: words.side[reason.side] });
    case 'cut-short':
      return words.cutShort({ ...reason, side: words.side[reason.side] });
    case 'no-tests':
      return words.noTests(words.side[reason.side]);
    case 'nothing':
      return words.nothing;
    default:
      return words.named[reason.kind](reason.names.length, short(reason.names));
  }
}
