// The report as GitHub Markdown: the job summary, and the digest. Pure.
import type { Report } from '../../../report.js';
import type { TrendPoint } from '../../../scan-record.js';
import { boardWords } from '../../../text/lang/board/index.js';
import type { Language } from '../../../text/lang/index.js';
import { LONGEST } from '../../../text/shorten.js';
import { boardOf } from '../groups.js';
import { head } from './head.js';
import { issues } from './issues.js';
import { circles, drift, missing, run, waits } from './notes.js';
import { steps } from './steps.js';
import { ROOMS, type Telling } from './telling.js';

export interface Reader {
  readonly lang: Language;
  /** The address of the board's repository, such as `https://github.com/owner/name`; without it nothing is linked. */
  readonly home?: string | undefined;
  /** The last scans in numbers. */
  readonly trend?: readonly TrendPoint[] | undefined;
}

type Part = (of: Telling) => readonly string[];

const FIELD: readonly Part[] = [head, steps, issues, waits, circles, drift, missing];

/** What the field is like, and what this look at it did and took: the summary of a job. */
export function boardSummary(report: Report, reader: Reader): string {
  return told(report, reader, [...FIELD, run]);
}

/**
 * What the field is like, and nothing of the look itself: an issue that holds it stays as it is until the field changes.
 * A link to an issue leaves its trace there, so a digest's `home` had better be one that GitHub does not follow.
 */
export function boardDigest(report: Report, reader: Reader): string {
  return told(report, reader, FIELD);
}

/** As much as GitHub takes. The smallest room is bounded by itself, whatever the report holds. */
function told(report: Report, { lang, home }: Reader, parts: readonly Part[]): string {
  const common = { report, board: boardOf(report), say: boardWords(lang), home };
  let text = '';
  for (const room of ROOMS) {
    text = parts.flatMap((part) => part({ ...common, room })).join('\n\n');
    if (text.length <= LONGEST) break;
  }
  return `${text}\n`;
}
