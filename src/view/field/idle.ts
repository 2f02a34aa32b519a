import type { Report } from '../../report.js';
import type { FieldWords } from '../../text/lang/field/words.js';

/** What is said where nothing is suggested: that all is done, or that nobody is there for what is left. */
export function idleOf({ health }: Report, say: FieldWords): string {
  return health.nextClear ? say.nothingNext : say.nobodyNext;
}
