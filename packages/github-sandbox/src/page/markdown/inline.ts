import { html, type Piece, wrap } from '../html/html.js';
import { deeper, type Ink } from './ink.js';
import { safeAddress } from './safe-address.js';
import { type MarkdownNode, spanOf } from './tree.js';
import { words } from './words.js';

/** Writes out what stands beside each other in a line. */
export function inlines(nodes: readonly MarkdownNode[], above: Ink): Piece {
  const ink = deeper(above);
  return ink === null ? null : withSmall(nodes, ink);
}

/** What stands between the two halves of a `<sub>` is set small, as GitHub does; one half alone is the text it is. */
function withSmall(nodes: readonly MarkdownNode[], ink: Ink): Piece {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [from, node] of nodes.entries()) {
    if (from < at || !isTag(node, '<sub>')) continue;
    const to = nodes.findIndex((other, place) => place > from && isTag(other, '</sub>'));
    if (to === -1) break;
    const [before, small] = [nodes.slice(at, from), nodes.slice(from + 1, to)];
    pieces.push(
      ...before.map((each) => inline(each, ink)),
      html`<small>${small.map((each) => inline(each, ink))}</small>`,
    );
    at = to + 1;
  }
  return [...pieces, ...nodes.slice(at).map((node) => inline(node, ink))];
}

const isTag = (node: MarkdownNode, tag: string): boolean => node.type === 'html' && node.value === tag;

/** Raw HTML as its reader sees it: comments are hidden, the rest is the text it is. */
export function visibleHtml(value: string): string {
  return value.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
}

function inline(node: MarkdownNode, ink: Ink): Piece {
  switch (node.type) {
    case 'text':
      return words(node.value, ink);
    case 'emphasis':
      return wrap('em', inlines(node.children, ink));
    case 'strong':
      return wrap('strong', inlines(node.children, ink));
    case 'inlineCode':
      return inlineCode(node.value);
    case 'break':
      return html`<br>`;
    case 'html':
      return /^<br ?\/?>$/.test(node.value) ? html`<br>` : visibleHtml(node.value);
    case 'link':
      return link(node.url, { text: inlines(node.children, { ...ink, inLink: true }), ink });
    case 'linkReference': {
      const url = ink.definitions.get(node.identifier)?.url ?? '';
      return link(url, { text: inlines(node.children, { ...ink, inLink: true }), ink });
    }
    case 'image':
      return image(node.url, { alt: node.alt ?? '', ink });
    case 'imageReference':
      return image(ink.definitions.get(node.identifier)?.url ?? '', { alt: node.alt ?? '', ink });
    default:
      return ink.source.slice(spanOf(node).start, spanOf(node).end);
  }
}

/** A short piece, such as a date, is read as one word; only a long one may break. */
function inlineCode(value: string): Piece {
  return value.length <= longestWord ? html`<code class="whole">${value}</code>` : html`<code>${value}</code>`;
}

const longestWord = 20;

function link(address: string, { text, ink }: { text: Piece; ink: Ink }): Piece {
  const safe = safeAddress(address);
  if (safe === null || ink.inLink) return text;
  return html`<a href="${safe}" rel="nofollow noopener noreferrer">${text}</a>`;
}

/** An image is somebody else's server; it is named and linked, never fetched. */
function image(address: string, { alt, ink }: { alt: string; ink: Ink }): Piece {
  return link(address, { text: html`<span class="image">image${alt !== '' && `: ${alt}`}</span>`, ink });
}
