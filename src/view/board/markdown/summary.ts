// The report as GitHub Markdown: the job summary, and the digest. Pure.
import type { Report } from '../../../report.js';
import { boardWords } from '../../../text/lang/board/index.js';
import type { Language } from '../../../text/lang/index.js';
import { LONGEST } from '../../../text/shorten.js';
import { boardOf } from '../groups.js';
import { boxes, type DigestMore, digestNotes } from './digest.js';
import { head } from './head.js';
import { issues } from './issues.js';
import { circles, drift, missing, run, waits } from './notes.js';
import { type RenderOptions, ROOMS } from './options.js';
import { steps } from './steps.js';

export interface Reader {
  readonly lang: Language;
  /** The address of the board's repository, such as `https://github.com/owner/name`; without it nothing is linked. */
  readonly home?: string | undefined;
}

type Part = (of: RenderOptions) => readonly string[];

const FIELD: readonly Part[] = [head, steps, issues, waits, circles, drift, missing];

/** What the field is like, and what this look at it did and took: the summary of a job. */
export function boardSummary(report: Report, reader: Reader): string {
  return told(report, reader, [...FIELD, run]);
}

/**
 * The digest issue. `core` is what it says of the board: while that is the same, the issue stays as it is, since what
 * changed since the last scan would else be news each time. A link to an issue leaves a trace there, so `home` had better
 * be an address that GitHub does not follow.
 */
export function boardDigest(
  report: Report,
  reader: Reader,
  more: DigestMore,
): { readonly core: string; readonly text: string } {
  const withBoxes: Part = (of) => boxes(of, more);
  const core = [head, withBoxes, issues, waits, circles, drift, missing];
  const notes: Part = (of) => digestNotes(of, more);
  return { core: told(report, reader, core), text: told(report, reader, [head, withBoxes, notes, ...core.slice(2)]) };
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
