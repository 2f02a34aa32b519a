import { html, type Piece, wrap } from '../html/html.js';
import { deeper, type Ink } from './ink.js';
import { type MarkdownNode, spanOf } from './tree.js';

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

/** A link's address, if it leads to a web page; every other scheme could run something. */
export function safeAddress(address: string): string | null {
  // The parser drops what a browser drops too (tabs, newlines, leading blanks), so both see the same scheme.
  if (!URL.canParse(address, 'https://here.invalid')) return null;
  const { protocol } = new URL(address, 'https://here.invalid');
  return protocol === 'http:' || protocol === 'https:' ? address : null;
}

// One pass over a text: whatever matches first, from left to right. Each part is bounded or begins at a word's start,
// so that no text makes it slow.
const spoken = new RegExp(
  [
    String.raw`(?<address>https?:\/\/[^\s<>"'\x60]{0,2000}[^\s<>"'\x60.,;:!?)\]}*_~])`,
    String.raw`(?<command>(?<=^|\n)\/[a-z][a-z-]{0,38}(?=\s|$)[^\n]*)`,
    String.raw`(?<![\w/@.-])@(?<login>[A-Za-z\d](?:[A-Za-z\d-]{0,38}))(?![\w@/]|\.\w)`,
    String.raw`(?<![\w/.&#-])(?<repository>[\w.-]{1,100}\/[\w.-]{1,100})?#(?<number>\d{1,9})(?!\w)`,
    String.raw`~~(?=\S)(?<struck>[^~\n]{1,1000})~~`,
    String.raw`(?<line>\n)`,
  ].join('|'),
  'g',
);

/** A text with what GitHub sees in it: addresses, mentions, issues, strokes through words, a line's end; and slash commands. */
export function words(text: string, ink: Ink): Piece {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(spoken)) {
    pieces.push(text.slice(at, found.index), pieceOf(found, ink));
    at = found.index + found[0].length;
  }
  pieces.push(text.slice(at));
  return pieces;
}

function pieceOf({ 0: whole, groups = {} }: RegExpMatchArray, ink: Ink): Piece {
  const { address, command, login, repository, number, struck } = groups;
  if (groups.line !== undefined) return html`<br>`;
  if (struck !== undefined) return wrap('del', words(struck, ink));
  if (command !== undefined) return html`<code class="command">${command.trimEnd()}</code>`;
  if (login !== undefined) return html`<span class="mention">@${login}</span>`;
  if (ink.inLink) return whole;
  if (address !== undefined) return html`<a href="${address}" rel="nofollow noopener noreferrer">${address}</a>`;
  const target = ink.references.find({ repository: repository ?? null, number: Number(number) });
  return target === null
    ? whole
    : html`<a class="reference" href="${target.path}" title="${target.title}">${target.isHere ? `#${number}` : whole}</a>`;
}
