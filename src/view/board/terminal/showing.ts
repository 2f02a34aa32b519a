import type { Report } from '../../../ports/report.js';
import type { BoardWords } from '../../../text/lang/board/index.js';
import type { Language } from '../../../text/lang/index.js';
import type { Paint } from '../../paint.js';

/** The terminal that is written to. */
export interface Screen {
  readonly lang: Language;
  readonly paint: Paint;
  /** How wide the terminal is. */
  readonly columns: number;
}

/** What a part of the table is rendered from. */
export interface Showing extends Screen {
  readonly report: Report;
  readonly say: BoardWords;
}
