import { type MarkdownNode, spanOf } from './tree.js';

const FENCE = '~~~~';

/** Puts a text where nothing in it can act: into a fence that it cannot close. Doing so twice changes nothing. */
export function fenced(text: string): string {
  const inside = text.startsWith(`${FENCE}\n`) && text.endsWith(`\n${FENCE}`) ? text.slice(5, -5) : text;
  return `${FENCE}\n${inside.replace(/~{3,}/g, '~~')}\n${FENCE}`;
}

/** The line that ends a fence which the document leaves open, or nothing. */
export function missingFence(source: string, root: MarkdownNode): string {
  const last = 'children' in root ? root.children.at(-1) : undefined;
  if (last?.type !== 'code') return '';
  const { start, end } = spanOf(last);
  const lines = source.slice(start, end).split('\n');
  const fence = /^(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[0] ?? '';
  const closing = lines.length > 1 ? (lines.at(-1) ?? '').trim() : '';
  const isClosed = closing.startsWith(fence) && new Set(closing).size === 1;
  return fence === '' || isClosed ? '' : `\n${fence}`;
}
