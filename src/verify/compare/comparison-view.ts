import type { Language } from '../../text/lang/index.js';
import type { Comparison } from '../records.js';
import { say } from './reasons.js';

/** A comparison for display: verdict, reasons as sentences, and what it broke. */
export function shownIn(
  { verdict, because, broken, refused }: Pick<Comparison, 'verdict' | 'because' | 'broken' | 'refused'>,
  lang: Language,
) {
  return { verdict, reasons: because.map((each) => say(each, lang)), broke: [...broken, ...refused] };
}
