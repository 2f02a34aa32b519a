// Escapes untrusted text in Markdown, so that it looks the same and has no effect. Pure.

import { singleLine, truncate } from '../text/clean-output.js';
import { code } from '../text/quote.js';

/** Text that GitHub links even if it is escaped: addresses, mentions, references to issues. */
const LIVE =
  /(?:(?:https?|ftp):\/+\S*|www\.\S*|(?<![A-Za-z0-9_])@[A-Za-z0-9][\w./-]*|(?:[\w.-]+\/[\w.-]+)?#\d+|\bgh-\d+)+/gi;

/** A text for a sentence or a table cell. */
export function inert(text: string, letters = 160): string {
  const line = truncate(singleLine(text), letters).replaceAll('`', "'");
  let shown = '';
  let at = 0;
  for (const match of line.matchAll(LIVE)) {
    shown += escaped(line.slice(at, match.index)) + inCell(code(truncate(match[0], 58)));
    at = match.index + match[0].length;
  }
  return unled(shown + escaped(line.slice(at)));
}

/** Escapes Markdown and HTML characters; some of them only at the start of a line. */
const escaped = (text: string): string => text.replace(/[\\*_{}[\]<>()#!|~&$]/g, '\\$&');
const unled = (text: string): string =>
  text.replace(/^[-+=]|^(\d+)([.)])/, (mark, n, dot) => (n ? `${n}\\${dot}` : `\\${mark}`));

/** In tables, a pipe ends a cell even inside code. */
const inCell = (text: string): string => text.replaceAll('|', '\\|');

/** A text as inline code. */
export const inertCode = (text: string): string => inCell(code(truncate(singleLine(text), 58)));

/** A command as a code block whose fence is longer than any run of backticks in it. */
export function commandBlock(command: string): string {
  const longest = Math.max(2, ...(command.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${command}\n${fence}`;
}

/** A table. The cells are Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A folded section with a summary line. */
export function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}
