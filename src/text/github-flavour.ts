// Corrects places where GitHub and the CommonMark parser disagree about what is code.

import type { Edit } from './edit.js';
import { type MarkdownNode, nodesOf, type Span, spanOf } from './markdown-tree.js';

const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t:|-]*)?$/m;
const FOOTNOTE = /^[ \t>*+-]*\[\^[^\]\s]+\]:/;

/**
 * The parser follows CommonMark. GitHub shows some of its code as text: a code span that is cut by a table cell's border, and an indented
 * block in a footnote. These edits rewrite both as text, so that the parser does too.
 */
export function falseCodeEdits(source: string, root: MarkdownNode): Edit[] {
  const edits: Edit[] = [];
  let table = false;
  let footnote = false;
  for (const node of nodesOf(root)) {
    const span = spanOf(node);
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'definition') {
      const text = source.slice(span.start, span.end);
      table = node.type === 'paragraph' && text.includes('|') && DELIMITER_ROW.test(text);
      footnote = text.split('\n').some((line) => FOOTNOTE.test(line));
    }
    if (table && node.type === 'inlineCode' && isCut(source.slice(span.start, span.end))) {
      edits.push(...escapeBackticks(source, span));
    }
    if (footnote && node.type === 'code') edits.push(...dedent(source, span));
  }
  return edits;
}

function isCut(code: string): boolean {
  return /\n|(?:^|[^\\])\|/.test(code);
}

// Escapes the backticks of a span.
function escapeBackticks(source: string, { start, end }: Span): Edit[] {
  const edits: Edit[] = [];
  for (let at = source.indexOf('`', start); at >= 0 && at < end; at = source.indexOf('`', at + 1)) {
    edits.push({ start: at, end: at + 1, text: source[at - 1] === '\\' ? '&#96;' : '\\`', kind: '' });
  }
  return edits;
}

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
