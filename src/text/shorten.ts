import { type MarkdownNode, readMarkdown, spanOf } from './markdown-tree.js';
import { fenced } from './quote.js';

/** GitHub takes 65,536 characters; the rest is for what crew adds. */
export const LONGEST = 60_000;

const NOTICE = '\n\n_The rest was left out: the text was longer than 60,000 characters._';

// Room for the fences that a cut may need.
const MARGIN = 100;

/** Cuts a text that is too long where a paragraph ends, else a line, and says so. */
export function shorten(text: string, room: number): string {
  const start = text.slice(0, room - NOTICE.length - MARGIN);
  const paragraph = start.lastIndexOf('\n\n');
  const line = start.lastIndexOf('\n');
  const boundary = [paragraph, line].find((at) => at > start.length / 2) ?? start.length;
  const beginning = start.slice(0, boundary).trimEnd();
  const root = readMarkdown(beginning);
  const fence = root === undefined ? '' : missingFence(beginning, root);
  return `${fence.length > MARGIN ? fenced(beginning) : beginning + fence}${NOTICE}`;
}

/** The line that ends a fence which the document leaves open, or nothing. */
function missingFence(source: string, root: MarkdownNode): string {
  const last = 'children' in root ? root.children.at(-1) : undefined;
  if (last?.type !== 'code') return '';
  const { start, end } = spanOf(last);
  const lines = source.slice(start, end).split('\n');
  const fence = /^(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[0] ?? '';
  const closing = lines.length > 1 ? (lines.at(-1) ?? '').trim() : '';
  const isClosed = closing.startsWith(fence) && new Set(closing).size === 1;
  return fence === '' || isClosed ? '' : `\n${fence}`;
}
