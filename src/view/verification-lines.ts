// Formats untrusted text, durations and error messages for the terminal output of a verification. Used by verification.ts, verification-plan.ts
// and the Verifier's progress lines (services/verify-trees.ts). Pure.
import { cleanOutput } from '../text/clean-output.js';

/** The text without effect as workflow commands of GitHub Actions. `fence` is the token for `::stop-commands::`, if there is one. */
export function withoutWorkflowCommands({ fence }: { readonly fence?: string | undefined }, text: string): string {
  // A line that begins with `::` is a workflow command, whichever line break comes before it.
  const plain = text.replace(/^(\s*):(?=:)/gm, '$1: ');
  return fence === undefined ? plain : `::stop-commands::${fence}\n${plain}\n::${fence}::`;
}

/** Untrusted text in one line of a terminal. `##[` is a workflow command even in the middle of a line. */
export function inertLine(text: string): string {
  return cleanOutput(text).replace(/\s+/g, ' ').replaceAll('##[', '## [');
}

/** Milliseconds as seconds with one decimal. */
export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const MAX_LINES = 6;

/** The first line of a Python traceback; indented lines follow it. */
const TRACEBACK = 'Traceback (most recent call last):';
/** A line after which pytest prints the source of the test. */
const PYTEST_SOURCE = /^(?:(?:self|cls) = |\s*(?:async )?def |\s*@\w|[>E] )/;
/** `    at run (file.js:3:5)` */
const STACK_FRAME = /^\s*at /;
/** Lines in which Python marks the characters that differ in the line above. Without the exact spaces they say nothing. */
const DIFFERENCE_MARKERS = /^(?:\?\s|[-+]\s*$)/;

/** The first six lines of an error message, without stack traces and source code. */
export function relevantLines(message: string): readonly string[] {
  const lines = message.split('\n');
  const [first = ''] = lines;
  const from = first.startsWith(TRACEBACK) ? lines.findIndex((line, n) => n > 0 && /^\S/.test(line)) : 0;
  const last = lines.slice(Math.max(0, from));
  const source = last.findIndex((line, n) => n > 0 && PYTEST_SOURCE.test(line));
  const shown = source === -1 ? last : last.slice(0, source);
  return shown
    .filter((line) => line.trim() !== '' && !STACK_FRAME.test(line) && !DIFFERENCE_MARKERS.test(line))
    .slice(0, MAX_LINES);
}
