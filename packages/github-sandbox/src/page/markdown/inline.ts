// Renders inline nodes of Markdown: emphasis, code, links, mentions and references. Called by the block renderer.

import { html, type Piece, wrap } from '../html/html.js';
import { oneLevelDeeper, type RenderContext } from './render-context.js';
import { type MarkdownNode, spanOf } from './tree.js';

/** Renders inline nodes. Beyond the nesting limit returns null, which shows nothing. */
export function inlines(nodes: readonly MarkdownNode[], parentContext: RenderContext): Piece {
  const context = oneLevelDeeper(parentContext);
  return context === null ? null : withSmall(nodes, context);
}

/** Renders text between `<sub>` and `</sub>` small; an unmatched tag is shown as text. */
function withSmall(nodes: readonly MarkdownNode[], context: RenderContext): Piece {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [from, node] of nodes.entries()) {
    if (from < at || !isTag(node, '<sub>')) continue;
    const to = nodes.findIndex((other, place) => place > from && isTag(other, '</sub>'));
    if (to === -1) break;
    const [before, small] = [nodes.slice(at, from), nodes.slice(from + 1, to)];
    pieces.push(
      ...before.map((each) => inline(each, context)),
      html`<small>${small.map((each) => inline(each, context))}</small>`,
    );
    at = to + 1;
  }
  return [...pieces, ...nodes.slice(at).map((node) => inline(node, context))];
}

const isTag = (node: MarkdownNode, tag: string): boolean => node.type === 'html' && node.value === tag;

/** Raw HTML as text, without comments. */
export function visibleHtml(value: string): string {
  return value.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
}

function inline(node: MarkdownNode, context: RenderContext): Piece {
  switch (node.type) {
    case 'text':
      return textPieces(node.value, context);
    case 'emphasis':
      return wrap('em', inlines(node.children, context));
    case 'strong':
      return wrap('strong', inlines(node.children, context));
    case 'inlineCode':
      return inlineCode(node.value);
    case 'break':
      return html`<br>`;
    case 'html':
      return /^<br ?\/?>$/.test(node.value) ? html`<br>` : visibleHtml(node.value);
    case 'link':
      return link(node.url, { text: inlines(node.children, { ...context, inLink: true }), context });
    case 'linkReference': {
      const url = context.definitions.get(node.identifier)?.url ?? '';
      return link(url, { text: inlines(node.children, { ...context, inLink: true }), context });
    }
    case 'image':
      return image(node.url, { alt: node.alt ?? '', context });
    case 'imageReference':
      return image(context.definitions.get(node.identifier)?.url ?? '', { alt: node.alt ?? '', context });
    default:
      return context.source.slice(spanOf(node).start, spanOf(node).end);
  }
}

/** Short code is not broken at the end of a line. */
function inlineCode(value: string): Piece {
  return value.length <= MAX_UNBROKEN_LENGTH ? html`<code class="whole">${value}</code>` : html`<code>${value}</code>`;
}

const MAX_UNBROKEN_LENGTH = 20;

function link(address: string, { text, context }: { text: Piece; context: RenderContext }): Piece {
  const safe = safeAddress(address);
  if (safe === null || context.inLink) return text;
  return html`<a href="${safe}" rel="nofollow noopener noreferrer">${text}</a>`;
}

/** An image is linked, not loaded. */
function image(address: string, { alt, context }: { alt: string; context: RenderContext }): Piece {
  return link(address, { text: html`<span class="image">image${alt !== '' && `: ${alt}`}</span>`, context });
}

/** The address if it is relative or http(s), else null; other schemes could run code. */
export function safeAddress(address: string): string | null {
  // The URL parser ignores the same characters as browsers, so both see the same scheme.
  if (!URL.canParse(address, 'https://here.invalid')) return null;
  const { protocol } = new URL(address, 'https://here.invalid');
  return protocol === 'http:' || protocol === 'https:' ? address : null;
}

// What the parser leaves as text: URLs, slash commands, mentions, references, strikethrough and line breaks. Every alternative has a
// limited length or is anchored, so that matching stays linear.
const TEXT_SYNTAX = new RegExp(
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

/** Text with links, mentions, references, strikethrough, line breaks and slash commands. */
export function textPieces(text: string, context: RenderContext): Piece {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(TEXT_SYNTAX)) {
    pieces.push(text.slice(at, found.index), pieceOf(found, context));
    at = found.index + found[0].length;
  }
  pieces.push(text.slice(at));
  return pieces;
}

function pieceOf({ 0: whole, groups = {} }: RegExpMatchArray, context: RenderContext): Piece {
  const { address, command, login, repository, number, struck } = groups;
  if (groups.line !== undefined) return html`<br>`;
  if (struck !== undefined) return wrap('del', textPieces(struck, context));
  if (command !== undefined) return html`<code class="command">${command.trimEnd()}</code>`;
  if (login !== undefined) return html`<span class="mention">@${login}</span>`;
  if (context.inLink) return whole;
  if (address !== undefined) return html`<a href="${address}" rel="nofollow noopener noreferrer">${address}</a>`;
  const target = context.references.find({ repository: repository ?? null, number: Number(number) });
  return target === null
    ? whole
    : html`<a class="reference" href="${target.path}" title="${target.title}">${target.isHere ? `#${number}` : whole}</a>`;
}
