// Finds the raw HTML of a Markdown text that GitHub does not display. `sanitize` removes it.

import type { Edit } from './edit.js';
import { referenceAt } from './entities.js';
import { imageMarker } from './hosts.js';
import { type HtmlPiece, htmlPieces } from './html.js';
import { hasInvisible } from './invisible.js';
import { type MarkdownNode, nodesOf, type Span, spanOf } from './markdown-tree.js';

/**
 * For each offset of an HTML node's value, its offset in the source. In a quotation or list, each source line begins with marks (`> `) that
 * the value does not have. Undefined if a line of the value is not the end of its source line, because the parser expanded a tab.
 */
function alignValue(source: string, span: Span, value: string): readonly number[] | undefined {
  const offsets: number[] = [];
  const valueLines = value.split('\n');
  const sourceLines = source.slice(span.start, span.end).split('\n');
  let lineStart = span.start;
  for (const [index, line] of valueLines.entries()) {
    const sourceLine = sourceLines[index];
    if (sourceLine === undefined || !sourceLine.endsWith(line)) return undefined;
    const from = lineStart + sourceLine.length - line.length;
    for (let column = 0; column <= line.length; column++) offsets.push(from + column);
    lineStart += sourceLine.length + 1;
  }
  return offsets;
}

// The elements that GitHub displays. It drops all other tags, so their names could hide words.
const DISPLAYED_ELEMENTS = new Set(
  `a abbr b bdo blockquote br caption center cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6
   hr i ins kbd li mark ol p picture pre q rp rt ruby s samp section small span strike strong sub summary sup table
   tbody td tfoot th thead tr tt u ul var wbr`.split(/\s+/),
);
// The content of these elements is not displayed as text.
const UNDISPLAYED_ELEMENTS = new Set(
  `audio canvas datalist embed iframe math noembed noframes noscript object plaintext script style svg template
   textarea title video xmp`.split(/\s+/),
);

// GitHub displays the tag itself as text if one of these is not closed.
const FILTERED_ELEMENTS = new Set('iframe noembed noframes plaintext script style textarea title xmp'.split(' '));

/** A piece of HTML with its place in the source. The offsets of `HtmlPiece` are offsets in `html`; those here are offsets in the source. */
type PlacedPiece = HtmlPiece & {
  readonly from: number;
  readonly to: number;
  /** Where the name of the tag ends. */
  readonly nameTo: number;
  /** The value of the Markdown node that contains the piece, and where the node ends. */
  readonly html: string;
  readonly nodeEnd: number;
  /** The node contains nothing but this piece. */
  readonly isWholeNode: boolean;
};

/** The edits that remove what GitHub does not display of raw HTML: comments, attributes, unknown tags, hidden elements. */
export function hiddenHtmlEdits(source: string, root: MarkdownNode): Edit[] {
  const { pieces, edits } = placePieces(source, root);
  const lastClosingTags = new Map(pieces.filter((piece) => piece.closing).map((piece) => [piece.name, piece]));
  let hiddenUntil = -1;
  for (const piece of pieces) {
    if (piece.from < hiddenUntil) continue;
    const edit = hideElement(piece, { pieces, lastClosingTags, source }) ?? hidePiece(piece, source);
    if (edit === undefined) {
      if (piece.kind === 'text') edits.push(...textEdits(piece));
      continue;
    }
    edits.push(edit);
    hiddenUntil = edit.end;
  }
  return edits;
}

/** The pieces of all HTML nodes. A node whose offsets cannot be mapped to the source is removed as a whole, by an edit. */
function placePieces(source: string, root: MarkdownNode): { pieces: PlacedPiece[]; edits: Edit[] } {
  const pieces: PlacedPiece[] = [];
  const edits: Edit[] = [];
  for (const node of nodesOf(root)) {
    if (node.type !== 'html') continue;
    const span = spanOf(node);
    const offsets = alignValue(source, span, node.value);
    if (offsets === undefined) edits.push({ ...span, text: '', kind: 'element' });
    else for (const piece of htmlPieces(node.value)) pieces.push(place(piece, { html: node.value, offsets, span }));
  }
  return { pieces, edits };
}

function place(
  piece: HtmlPiece,
  { html, offsets, span }: { html: string; offsets: readonly number[]; span: Span },
): PlacedPiece {
  const at = (offset: number) => offsets[offset] ?? span.end;
  return {
    ...piece,
    html,
    from: at(piece.start),
    // The character after the piece may be behind the marks of the next source line, so the end is counted from the last character.
    to: at(piece.end - 1) + 1,
    nameTo: at(piece.nameEnd - 1) + 1,
    nodeEnd: span.end,
    isWholeNode: piece.end - piece.start === html.length,
  };
}

/**
 * Removes an element that is not displayed, with its content. An element without a closing tag ends with its HTML block; `<template>` ends
 * with the text. If the block is only the opening tag, as in a sentence, the tag is removed, or shown as text where GitHub does that.
 */
function hideElement(
  piece: PlacedPiece,
  context: {
    pieces: readonly PlacedPiece[];
    lastClosingTags: ReadonlyMap<string, PlacedPiece>;
    source: string;
  },
): Edit | undefined {
  if (piece.kind !== 'tag' || piece.closing || !UNDISPLAYED_ELEMENTS.has(piece.name)) return undefined;
  const hide = (end: number): Edit => ({ start: piece.from, end, text: '', kind: 'element' });
  const last = context.lastClosingTags.get(piece.name);
  if (last !== undefined && last.from > piece.from) return hide(nextClosingTag(piece, context.pieces)?.to ?? last.to);
  if (piece.name === 'template') return hide(context.source.length);
  if (!piece.isWholeNode) return hide(piece.nodeEnd);
  return { ...hide(piece.to), text: FILTERED_ELEMENTS.has(piece.name) ? `&lt;${piece.name}>` : '' };
}

function nextClosingTag(piece: PlacedPiece, pieces: readonly PlacedPiece[]): PlacedPiece | undefined {
  return pieces.find((other) => other.closing && other.name === piece.name && other.from > piece.from);
}

/** Removes a comment, or the hidden parts of a tag. If a comment or an attribute value has no end, the rest of the text is hidden and is removed too. */
function hidePiece(piece: PlacedPiece, source: string): Edit | undefined {
  const start = piece.from;
  const kind = piece.kind === 'comment' ? 'comment' : 'attribute';
  if (piece.unclosed === 'comment' || piece.unclosed === 'quote') return { start, end: source.length, text: '', kind };
  if (piece.kind === 'comment' || piece.unclosed === 'tag') return { start, end: piece.to, text: '', kind };
  return piece.kind === 'tag' ? hideInTag(piece) : undefined;
}

/** Replaces an image by a marker, removes a tag that GitHub drops, and removes the attributes of any other tag. */
function hideInTag(piece: PlacedPiece): Edit | undefined {
  const wholeTag = { start: piece.from, end: piece.to };
  const attributes = piece.html.slice(piece.nameEnd, piece.end - 1);
  if ((piece.name === 'img' || piece.name === 'image') && !piece.closing) {
    return { ...wholeTag, text: imageMarker(imageAddress(attributes)), kind: 'image' };
  }
  if (!DISPLAYED_ELEMENTS.has(piece.name)) return { ...wholeTag, text: '', kind: 'tag' };
  if (/^\s*\/?$/.test(attributes)) return undefined;
  return { start: piece.nameTo, end: piece.to - 1, text: attributes.endsWith('/') ? ' /' : '', kind: 'attribute' };
}

/** The value of `src`; '' if there is none. */
function imageAddress(attributes: string): string {
  const found = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}

/** In displayed text of an HTML block: escapes `<`, which an edit beside it could turn into a tag, and removes references to invisible characters. */
function textEdits(piece: PlacedPiece): Edit[] {
  const edits: Edit[] = [];
  for (let index = piece.start; index < piece.end; index++) {
    const start = piece.from + index - piece.start;
    const char = piece.html[index];
    if (char === '<') edits.push({ start, end: start + 1, text: '&lt;', kind: '' });
    const reference = char === '&' ? referenceAt(piece.html, index) : undefined;
    if (reference !== undefined && hasInvisible(reference.text)) {
      edits.push({ start, end: start + reference.end - index, text: '', kind: 'invisible' });
    }
  }
  return edits;
}
