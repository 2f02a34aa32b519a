// Strangers' words inside of Markdown: they read the same, and do nothing. Pure.
import { code } from '../text/quote.js';
import { cut, lineOf } from './line.js';

/** What GitHub would make something of, however it is escaped: addresses, mentions, references to issues. */
const LIVE =
  /(?:(?:https?|ftp):\/+\S*|www\.\S*|(?<![A-Za-z0-9_])@[A-Za-z0-9][\w./-]*|(?:[\w.-]+\/[\w.-]+)?#\d+|\bgh-\d+)+/gi;

/** A text as one piece of a sentence or of a table's cell. */
export function inert(text: string, letters = 160): string {
  const line = cut(lineOf(text), letters).replaceAll('`', "'");
  let shown = '';
  let at = 0;
  for (const match of line.matchAll(LIVE)) {
    shown += escaped(line.slice(at, match.index)) + inCell(code(cut(match[0], 58)));
    at = match.index + match[0].length;
  }
  return unled(shown + escaped(line.slice(at)));
}

/** Backslashes before all that Markdown could mean, and before what HTML could; some of it means something only in front. */
const escaped = (text: string): string => text.replace(/[\\*_{}[\]<>()#!|~&$]/g, '\\$&');
const unled = (text: string): string =>
  text.replace(/^[-+=]|^(\d+)([.)])/, (mark, n, dot) => (n ? `${n}\\${dot}` : `\\${mark}`));

/** A pipe ends a cell even inside of code. */
const inCell = (text: string): string => text.replaceAll('|', '\\|');

/** A text as code: for what people copy or compare letter by letter. */
export const inertCode = (text: string): string => inCell(code(cut(lineOf(text), 58)));

/** A command as a block that it cannot leave, however many backticks it holds. */
export function commandBlock(command: string): string {
  const longest = Math.max(2, ...(command.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${command}\n${fence}`;
}

/** A table of cells that are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What most readers pass over, folded away under a line that says what it is. */
export function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}
