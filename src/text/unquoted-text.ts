// Extracts what the author of a comment wrote in their own words. Used to find signals about preferences.

import { htmlPieces } from './html.js';
import { type MarkdownNode, readMarkdown } from './markdown-tree.js';
import { sanitize } from './sanitize.js';

/** Elements whose content is a quotation, code, deleted or hidden. */
const SKIPPED_ELEMENTS = new Set(
  'blockquote pre code samp kbd q del s strike details script style template textarea'.split(' '),
);
const SKIPPED = new Set(['code', 'inlineCode', 'blockquote', 'image', 'imageReference', 'definition']);
/** Replaced by `…`, because words on both sides do not form one phrase. */
const INLINE = new Set(['inlineCode', 'image', 'imageReference']);
const BLOCKS = new Set(['paragraph', 'heading', 'listItem', 'list', 'thematicBreak']);

/**
 * What the author of a text says in their own words: without code, quotations, struck-out words, `<details>` and everything that GitHub does
 * not display. One line for each block; `…` for removed parts. Empty if the text cannot be parsed.
 */
export function unquotedText(text: string): string {
  const root = readMarkdown(sanitize(text).text);
  if (!root) return '';
  const lines: string[] = [];
  const open: string[] = [];
  // Without recursion, because texts may be nested deeply.
  const waiting: MarkdownNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (INLINE.has(node.type)) lines[lines.length - 1] += '…';
    if (SKIPPED.has(node.type)) continue;
    if (BLOCKS.has(node.type) || lines.length === 0) lines.push('');
    const line = lines.length - 1;
    if (node.type === 'html') trackElements(node.value, open);
    else if (node.type === 'text' && open.length > 0) lines[line] += '…';
    else if (node.type === 'text') lines[line] += node.value;
    else if (node.type === 'break') lines[line] += ' ';
    if ('children' in node) for (const child of [...node.children].reverse()) waiting.push(child);
  }
  const said = lines.map((line) =>
    line
      .replace(/~~?[^~]+~~?/g, '…')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return said.filter((line) => line !== '').join('\n');
}

/** Tracks which skipped elements are open. An element that is not closed ends with the text. */
function trackElements(html: string, open: string[]): void {
  for (const { kind, name, closing } of htmlPieces(html)) {
    if (kind !== 'tag' || !SKIPPED_ELEMENTS.has(name)) continue;
    if (!closing) open.push(name);
    else if (open.includes(name)) open.splice(open.lastIndexOf(name), 1);
  }
}
