// What is said once the checks of a commit are waited for no longer. Pure.
import { readMarker, wordsOf } from '../../../core/marker.js';
import type { FixThreadMessages } from '../../../text/lang/fix/thread/messages.js';
import { AT_MOST, MISSING_AFTER, NONE_AFTER, type WhyOver } from './waiting.js';

/** How it came out, where nothing is the change's to mend. */
export interface Quiet {
  readonly is: 'green' | Exclude<WhyOver, 'moved'>;
  readonly missing: readonly string[];
}

const WAITED = { green: 0, none: NONE_AFTER, missing: MISSING_AFTER, late: AT_MOST } as const;

/** The line of the comment that shows how it stands. */
export function quietText(
  { is, missing }: Quiet,
  of: { run: string; sha: string; details: string; note: string | undefined },
  say: FixThreadMessages,
): string {
  const { note, ...rest } = of;
  const minutes = WAITED[is] / 60_000;
  const others = note !== undefined;
  const line =
    is === 'green' ? say.passed({ ...rest, others }) : say.unseen({ ...rest, why: is, minutes, missing, others });
  return [line, ...(note === undefined ? [] : [note])].join(' ');
}

/** The same comment with another first line: what is folded below it stays. */
export function withLine(line: string, shown: string | null): string {
  const rest = shown?.indexOf('\n\n') ?? -1;
  return shown !== null && rest >= 0 ? `${line}${shown.slice(rest)}` : line;
}

/** A pull request's words with one more line; null where it has it already, or where somebody else wrote them. */
export function withNote(body: string, line: string): string | null {
  if (readMarker(body)?.slot !== 'pull') return null;
  const words = wordsOf(body);
  return words.includes(line) ? null : `${words}\n\n${line}`;
}
