// A comment's Markdown as HTML, in GitHub's flavour as far as people and Apps commonly write it. Raw HTML is shown as the text
// it is, comments are hidden, images are links: a page of the sandbox asks nothing from anywhere else.

import { type Html, html } from '../html/html.js';
import { blocks } from './blocks.js';
import type { NodeOf, References } from './ink.js';
import { nodesOf, readMarkdown } from './tree.js';

/** Writes a text out as HTML that holds nothing alive but links to web pages. */
export function renderMarkdown(source: string, references: References): Html {
  const root = readMarkdown(source);
  if (root === undefined || root.type !== 'root') return html`<pre>${source}</pre>`;
  const definitions = new Map<string, NodeOf<'definition'>>();
  for (const node of nodesOf(root)) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
  }
  return html`${blocks(root.children, { source, references, definitions, inLink: false, depth: 0 })}`;
}
