import type { Report } from '../../ports/report.js';
import type { BoardWords } from '../../text/lang/board/words.js';

/** What is said where nothing is suggested: that all is done, or that nobody is there for what is left. */
export function idleOf({ health }: Report, say: BoardWords): string {
  return health.nextClear ? say.nothingNext : say.nobodyNext;
}
