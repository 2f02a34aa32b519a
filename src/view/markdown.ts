// Escapes untrusted text for Markdown, so that it looks the same and has no effect, and writes tables and folded sections. Used by the summary
// of the board, the check `crew/verify` and the comment of a run. Pure.

import { singleLine, truncate } from '../text/clean-output.js';
import { code } from '../text/quote.js';

/** Text that GitHub links even if it is escaped: addresses, mentions, references to issues. */
const AUTOLINKED =
  /(?:(?:https?|ftp):\/+\S*|www\.\S*|(?<![A-Za-z0-9_])@[A-Za-z0-9][\w./-]*|(?:[\w.-]+\/[\w.-]+)?#\d+|\bgh-\d+)+/gi;

/** The text on one line, escaped for a sentence or a table cell. What GitHub would link or notify becomes inline code. */
export function inert(text: string, maxCharacters = 160): string {
  const line = truncate(singleLine(text), maxCharacters).replaceAll('`', "'");
  let shown = '';
  let at = 0;
  for (const match of line.matchAll(AUTOLINKED)) {
    shown += escapeMarkup(line.slice(at, match.index)) + escapePipes(code(truncate(match[0], 58)));
    at = match.index + match[0].length;
  }
  return escapeLineStart(shown + escapeMarkup(line.slice(at)));
}

/** Escapes the characters that are Markdown or HTML anywhere in a line. */
const escapeMarkup = (text: string): string => text.replace(/[\\*_{}[\]<>()#!|~&$]/g, '\\$&');
/** Escapes what begins a list or a heading at the start of a line: `-`, `+`, `=`, `1.` and `1)`. */
const escapeLineStart = (text: string): string =>
  text.replace(/^[-+=]|^(\d+)([.)])/, (mark, n, dot) => (n ? `${n}\\${dot}` : `\\${mark}`));

/** In tables, a pipe ends a cell even inside code. */
const escapePipes = (text: string): string => text.replaceAll('|', '\\|');

/** A text as inline code that may also stand in a table cell. */
export const inertCode = (text: string): string => escapePipes(code(truncate(singleLine(text), 58)));

/** A table. The cells are Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A section that a reader can unfold, with its title. `title` and `body` are Markdown. */
export function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}
