// Renders GitHub Flavored Markdown as HTML. Raw HTML is shown as text, comments are hidden, and images become links, so that a page loads
// nothing from other servers. Used by parts/ and views/.

import { type Html, html } from '../html/html.js';
import { blocks } from './blocks.js';
import type { NodeOf, References } from './render-context.js';
import { nodesOf, readMarkdown } from './tree.js';

/** Renders a text as safe HTML, whose only active content are links. */
export function renderMarkdown(source: string, references: References): Html {
  const root = readMarkdown(source);
  if (root === undefined || root.type !== 'root') return html`<pre>${source}</pre>`;
  const definitions = new Map<string, NodeOf<'definition'>>();
  for (const node of nodesOf(root)) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
  }
  return html`${blocks(root.children, { source, references, definitions, inLink: false, depth: 0 })}`;
}
