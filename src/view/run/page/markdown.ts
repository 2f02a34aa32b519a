// Renders the Markdown of models and of crew on the page of a run: links have no target, images are not loaded, HTML is shown as text. Pure.
import { type MarkdownNode, readMarkdown } from '../../../text/markdown-tree.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { cutMiddle, type PageContext, shownText, visible } from './parts.js';

/** Markdown that is nested deeper is shown as plain text. */
const MAX_DEPTH = 24;

/** The rendered Markdown; the plain text if it is too long, nested too deeply, or would take too long to parse. */
export function renderMarkdown(text: string, most: number, context: PageContext): Markup {
  const { head, left } = cutMiddle(text, most);
  const root = left === 0 ? readMarkdown(visible(head)) : undefined;
  if (!root || depthOf(root) > MAX_DEPTH)
    return markup`<div class="prose is-plain">${shownText(text, most, context)}</div>`;
  return markup`<div class="prose">${renderChildren(root)}</div>`;
}

/** The depth of the tree; at most one more than MAX_DEPTH, since it counts no further. */
function depthOf(root: MarkdownNode): number {
  let level: readonly MarkdownNode[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return depth;
    level = level.flatMap((node): readonly MarkdownNode[] => ('children' in node ? node.children : []));
  }
  return 0; // not reached: an empty level ends the loop
}

const renderChildren = (node: MarkdownNode): Piece =>
  'children' in node ? node.children.map((child) => renderNode(child, node)) : null;

function renderNode(node: MarkdownNode, parent: MarkdownNode): Piece {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'paragraph':
      // The items of a tight list have no paragraphs.
      return parent.type === 'listItem' && !parent.spread
        ? renderChildren(node)
        : markup`<p>${renderChildren(node)}</p>`;
    case 'heading':
      return markup`<p><strong>${renderChildren(node)}</strong></p>`;
    case 'strong':
      return markup`<strong>${renderChildren(node)}</strong>`;
    case 'emphasis':
      return markup`<em>${renderChildren(node)}</em>`;
    case 'inlineCode':
      return markup`<code>${node.value}</code>`;
    case 'code':
      return markup`<pre tabindex="0"><code>${node.value}</code></pre>`;
    case 'html':
      return markup`<code>${node.value}</code>`;
    case 'blockquote':
      return markup`<blockquote>${renderChildren(node)}</blockquote>`;
    case 'list':
      return node.ordered
        ? markup`<ol start="${node.start ?? 1}">${renderChildren(node)}</ol>`
        : markup`<ul>${renderChildren(node)}</ul>`;
    case 'listItem':
      return markup`<li>${renderChildren(node)}</li>`;
    case 'break':
      return markup`<br>`;
    case 'thematicBreak':
      return markup`<hr>`;
    case 'link':
      return markup`${renderChildren(node)} <code>${node.url}</code>`;
    case 'image':
      return markup`${node.alt ?? ''} <code>${node.url}</code>`;
    default:
      return renderChildren(node);
  }
}
