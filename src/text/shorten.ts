// Cuts a Markdown text to the length that GitHub accepts. Used by redact.ts, for comments (src/runs/thread.ts), checks
// (src/changes/check.ts), the job summary (src/view/board/markdown) and the pull requests of `fix`.

import { type MarkdownNode, readMarkdown, spanOf } from './markdown-tree.js';
import { inertCodeBlock } from './quote.js';

/** GitHub accepts 65,536 characters; the difference is reserved for what crew adds. */
export const MAX_POST_CHARACTERS = 60_000;

const NOTICE = '\n\n_The rest was left out: the text was longer than 60,000 characters._';

// Space for the line that closes an open fence.
const MAX_FENCE_CHARACTERS = 100;

/**
 * Cuts a text to at most `maxCharacters` at the end of a paragraph or line, closes an open code fence, and appends a notice. Always cuts, so
 * call it for longer texts only.
 */
export function shorten(text: string, maxCharacters: number): string {
  const start = text.slice(0, maxCharacters - NOTICE.length - MAX_FENCE_CHARACTERS);
  const paragraph = start.lastIndexOf('\n\n');
  const line = start.lastIndexOf('\n');
  // A boundary in the first half would cut too much.
  const boundary = [paragraph, line].find((at) => at > start.length / 2) ?? start.length;
  const beginning = start.slice(0, boundary).trimEnd();
  const root = readMarkdown(beginning);
  const fence = root === undefined ? '' : missingFence(beginning, root);
  return `${fence.length > MAX_FENCE_CHARACTERS ? inertCodeBlock(beginning) : beginning + fence}${NOTICE}`;
}

/** The line that closes an open fence at the end of the document; empty if none is open. */
function missingFence(source: string, root: MarkdownNode): string {
  const last = 'children' in root ? root.children.at(-1) : undefined;
  if (last?.type !== 'code') return '';
  const { start, end } = spanOf(last);
  const lines = source.slice(start, end).split('\n');
  const fence = /^(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[0] ?? '';
  const closing = lines.length > 1 ? (lines.at(-1) ?? '').trim() : '';
  // A fence is closed by a line of the same marks that is at least as long.
  const isClosed = closing.startsWith(fence) && new Set(closing).size === 1;
  return fence === '' || isClosed ? '' : `\n${fence}`;
}
