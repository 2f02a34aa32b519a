import type { MarkdownNode } from './tree.js';

const opening = /^<details>\s*<summary>([^<]*)<\/summary>\s*$/;
const closing = /^<\/details>\s*$/;

/**
 * A part that unfolds. It is the one piece of raw HTML that job summaries cannot do without, so it is recognised as a
 * whole, opening and end; half of one stays the text it is and can never unbalance the page.
 */
export function foldOf(nodes: readonly MarkdownNode[], at: number): { summary: string; end: number } | null {
  const start = nodes[at];
  const summary = start?.type === 'html' ? opening.exec(start.value)?.[1] : undefined;
  if (summary === undefined) return null;
  let open = 0;
  for (let end = at; end < nodes.length; end += 1) {
    const node = nodes[end];
    if (node?.type !== 'html') continue;
    if (opening.test(node.value)) open += 1;
    if (closing.test(node.value)) open -= 1;
    if (open === 0) return { summary, end };
  }
  return null;
}
