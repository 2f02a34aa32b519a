// Corrects places that the CommonMark parser reads as code and GitHub does not. Used by `sanitize` and `redact`.

import type { Edit } from './edit.js';
import { type MarkdownNode, nodesOf, type Span, spanOf } from './markdown-tree.js';

/** The row between the heading and the body of a table: `| --- | :-: |`. */
const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t:|-]*)?$/m;
const FOOTNOTE = /^[ \t>*+-]*\[\^[^\]\s]+\]:/;

/**
 * The edits after which the parser reads the same as text that GitHub shows as text: a code span with the border of a table cell inside, and
 * an indented block in a footnote.
 */
export function falseCodeEdits(source: string, root: MarkdownNode): Edit[] {
  const edits: Edit[] = [];
  // Whether the last paragraph, heading or definition is a table or has a footnote. Code spans and blocks follow it.
  let isTable = false;
  let isFootnote = false;
  for (const node of nodesOf(root)) {
    const span = spanOf(node);
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'definition') {
      const text = source.slice(span.start, span.end);
      isTable = node.type === 'paragraph' && text.includes('|') && DELIMITER_ROW.test(text);
      isFootnote = text.split('\n').some((line) => FOOTNOTE.test(line));
    }
    if (isTable && node.type === 'inlineCode' && hasCellBorder(source.slice(span.start, span.end))) {
      edits.push(...escapeBackticks(source, span));
    }
    if (isFootnote && node.type === 'code') edits.push(...dedent(source, span));
  }
  return edits;
}

/** Whether the code contains the end of a table cell: an unescaped `|`, or the end of the row. */
function hasCellBorder(code: string): boolean {
  return /\n|(?:^|[^\\])\|/.test(code);
}

function escapeBackticks(source: string, { start, end }: Span): Edit[] {
  const edits: Edit[] = [];
  for (let at = source.indexOf('`', start); at >= 0 && at < end; at = source.indexOf('`', at + 1)) {
    edits.push({ start: at, end: at + 1, text: source[at - 1] === '\\' ? '&#96;' : '\\`', kind: '' });
  }
  return edits;
}

/** Removes the indentation of an indented code block; a fenced block stays. */
function dedent(source: string, { start, end }: Span): Edit[] {
  if (/^[`~]/.test(source.slice(start, end))) return [];
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const edits: Edit[] = [];
  let at = lineStart;
  for (const line of source.slice(lineStart, end).split('\n')) {
    const marks = /^[ \t>]*/.exec(line)?.[0].length ?? 0;
    const indent = /[ \t]*$/.exec(line.slice(0, marks))?.[0].length ?? 0;
    edits.push({ start: at + marks - indent, end: at + marks, text: '', kind: '' });
    at += line.length + 1;
  }
  return edits;
}
