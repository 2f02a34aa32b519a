import type { Report } from '../../ports/report.js';
import type { BoardWords } from '../../text/lang/board/index.js';

/** What is said where no issue is shown: that there are none, or that none could be seen. */
export const noneOf = ({ coverage }: Report, say: BoardWords): string =>
  coverage.seen < coverage.issues ? say.seen(coverage) : say.headline({ issues: 0, tallies: [] });
