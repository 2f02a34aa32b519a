// Extracts what the author of a comment wrote in their own words. Used by src/memory/preferences and the retrospect, which learn preferences
// from comments.

import { htmlPieces } from './html.js';
import { type MarkdownNode, readMarkdown } from './markdown-tree.js';
import { sanitize } from './sanitize.js';

/** Elements whose content is a quotation, code, deleted or hidden. */
const SKIPPED_ELEMENTS = new Set(
  'blockquote pre code samp kbd q del s strike details script style template textarea'.split(' '),
);
/** Markdown nodes that are skipped with their content. */
const SKIPPED = new Set(['code', 'inlineCode', 'blockquote', 'image', 'imageReference', 'definition']);
/** Of the skipped nodes, those inside a line. They are replaced by `…`, because the words on both sides do not form one phrase. */
const REPLACED_BY_ELLIPSIS = new Set(['inlineCode', 'image', 'imageReference']);
/** Nodes that begin a new line. */
const BLOCKS = new Set(['paragraph', 'heading', 'listItem', 'list', 'thematicBreak']);

/**
 * A text without code, quotations, struck-out words, `<details>` and everything that GitHub does not display. One line for each block, with
 * `…` for removed parts. Empty if the text would take too long to parse.
 */
export function unquotedText(text: string): string {
  const root = readMarkdown(sanitize(text).text);
  if (!root) return '';
  const lines: string[] = [];
  const openElements: string[] = [];
  // Without recursion, because texts may be nested deeply.
  const waiting: MarkdownNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (REPLACED_BY_ELLIPSIS.has(node.type)) lines[lines.length - 1] += '…';
    if (SKIPPED.has(node.type)) continue;
    if (BLOCKS.has(node.type) || lines.length === 0) lines.push('');
    const line = lines.length - 1;
    if (node.type === 'html') trackElements(node.value, openElements);
    else if (node.type === 'text' && openElements.length > 0) lines[line] += '…';
    else if (node.type === 'text') lines[line] += node.value;
    else if (node.type === 'break') lines[line] += ' ';
    if ('children' in node) for (const child of [...node.children].reverse()) waiting.push(child);
  }
  return lines
    .map((line) =>
      line
        // The parser does not read GFM's `~~`, so struck-out words are removed here.
        .replace(/~~?[^~]+~~?/g, '…')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n');
}

/** Updates the list of skipped elements that are open after this HTML. An element that is not closed stays open until the text ends. */
function trackElements(html: string, openElements: string[]): void {
  for (const { kind, name, closing } of htmlPieces(html)) {
    if (kind !== 'tag' || !SKIPPED_ELEMENTS.has(name)) continue;
    if (!closing) openElements.push(name);
    else if (openElements.includes(name)) openElements.splice(openElements.lastIndexOf(name), 1);
  }
}
