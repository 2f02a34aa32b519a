// Renders Markdown of models and of crew without effects: links have no target, images are not loaded, HTML is shown as text. Pure.
import { type MarkdownNode, readMarkdown } from '../../../text/markdown-tree.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { cutOf, type PageContext, shownText, visible } from './parts.js';

/** The deepest nesting that is rendered. Deeper Markdown is shown as plain text. */
const DEEPEST = 24;

/** A Markdown text, or plain text if it cannot be parsed. */
export function prose(text: string, most: number, of: PageContext): Markup {
  const { head, left } = cutOf(text, most);
  const root = left === 0 ? readMarkdown(visible(head)) : undefined;
  if (!root || depthOf(root) > DEEPEST) return markup`<div class="prose is-plain">${shownText(text, most, of)}</div>`;
  return markup`<div class="prose">${childrenOf(root)}</div>`;
}

function depthOf(root: MarkdownNode): number {
  let level: readonly MarkdownNode[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return depth;
    level = level.flatMap((node): readonly MarkdownNode[] => ('children' in node ? node.children : []));
  }
  return 0;
}

const childrenOf = (node: MarkdownNode): Piece =>
  'children' in node ? node.children.map((child) => pieceOf(child, node)) : null;

function pieceOf(node: MarkdownNode, parent: MarkdownNode): Piece {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'paragraph':
      // The items of a tight list have no paragraphs.
      return parent.type === 'listItem' && !parent.spread ? childrenOf(node) : markup`<p>${childrenOf(node)}</p>`;
    case 'heading':
      return markup`<p><strong>${childrenOf(node)}</strong></p>`;
    case 'strong':
      return markup`<strong>${childrenOf(node)}</strong>`;
    case 'emphasis':
      return markup`<em>${childrenOf(node)}</em>`;
    case 'inlineCode':
      return markup`<code>${node.value}</code>`;
    case 'code':
      return markup`<pre tabindex="0"><code>${node.value}</code></pre>`;
    case 'html':
      return markup`<code>${node.value}</code>`;
    case 'blockquote':
      return markup`<blockquote>${childrenOf(node)}</blockquote>`;
    case 'list':
      return node.ordered
        ? markup`<ol start="${node.start ?? 1}">${childrenOf(node)}</ol>`
        : markup`<ul>${childrenOf(node)}</ul>`;
    case 'listItem':
      return markup`<li>${childrenOf(node)}</li>`;
    case 'break':
      return markup`<br>`;
    case 'thematicBreak':
      return markup`<hr>`;
    case 'link':
      return markup`${childrenOf(node)} <code>${node.url}</code>`;
    case 'image':
      return markup`${node.alt ?? ''} <code>${node.url}</code>`;
    default:
      return childrenOf(node);
  }
}
