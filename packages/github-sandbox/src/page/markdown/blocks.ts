import { html, type Piece, type Tag, wrap } from '../html/html.js';
import { foldOf } from './fold.js';
import { deeper, type Ink, type NodeOf } from './ink.js';
import { inlines, visibleHtml } from './inline.js';
import { listItem } from './list-item.js';
import { paragraph } from './paragraph.js';
import { type MarkdownNode, spanOf } from './tree.js';

/** Writes out what stands below each other. */
export function blocks(nodes: readonly MarkdownNode[], above: Ink): Piece {
  const ink = deeper(above);
  if (ink === null) return null;
  const pieces: Piece[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (node === undefined) break;
    const fold = foldOf(nodes, at);
    if (fold !== null) {
      pieces.push(
        html`<details><summary>${fold.summary}</summary>${blocks(nodes.slice(at + 1, fold.end), ink)}</details>`,
      );
      at = fold.end;
    } else pieces.push(block(node, ink));
  }
  return pieces;
}

function block(node: MarkdownNode, ink: Ink): Piece {
  switch (node.type) {
    case 'paragraph':
      return paragraph(node, ink);
    case 'heading':
      return wrap(headings[node.depth], inlines(node.children, ink));
    case 'blockquote':
      return wrap('blockquote', blocks(node.children, ink));
    case 'list':
      return list(node, ink);
    case 'code':
      return html`<pre><code>${node.value}</code></pre>`;
    case 'thematicBreak':
      return html`<hr>`;
    case 'html': {
      const text = visibleHtml(node.value).trim();
      return text === '' ? null : wrap('p', text);
    }
    case 'definition':
      return null;
    default:
      return wrap('p', ink.source.slice(spanOf(node).start, spanOf(node).end));
  }
}

/** The page's own title stands above every comment, so a comment's headings begin two levels below it. */
const headings: { readonly [Depth in NodeOf<'heading'>['depth']]: Tag } = {
  1: 'h3',
  2: 'h4',
  3: 'h5',
  4: 'h6',
  5: 'h6',
  6: 'h6',
};

function list(node: NodeOf<'list'>, ink: Ink): Piece {
  const items = node.children.map((item) => listItem(item, { ink, tight: node.spread !== true, blocks }));
  if (node.ordered !== true) return wrap('ul', items);
  return html`<ol start="${node.start ?? 1}">${items}</ol>`;
}
