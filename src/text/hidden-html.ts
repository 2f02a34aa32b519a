// Removes HTML that GitHub does not display, for `sanitize`.

import type { Edit } from './edit.js';
import { referenceAt } from './entities.js';
import { imageMarker } from './hosts.js';
import { type HtmlPiece, htmlPieces } from './html.js';
import { hasInvisible } from './invisible.js';
import { type MarkdownNode, nodesOf, type Span, spanOf } from './markdown-tree.js';

/**
 * Maps each offset of a node's value to the source. They differ for nodes of several lines in a quotation or list, whose marks are in the
 * source only; a `>` among them must not end a tag. Undefined if a line of the value is not the end of its source line (expanded tab).
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

/** A piece of HTML and its place in the source. `alone`: its node contains nothing else. */
type Placed = HtmlPiece & {
  readonly from: number;
  readonly to: number;
  readonly nameTo: number;
  readonly html: string;
  readonly nodeEnd: number;
  readonly alone: boolean;
};

/** Removes what GitHub does not display of raw HTML: comments, attributes, unknown tags, hidden elements. */
export function hiddenHtmlEdits(source: string, root: MarkdownNode): Edit[] {
  const { placed, edits } = placePieces(source, root);
  const closers = lastClosers(placed);
  let hiddenUntil = -1;
  for (const piece of placed) {
    if (piece.from < hiddenUntil) continue;
    const edit = hideElement(piece, { placed, closers, source }) ?? hidePiece(piece, source);
    if (edit === undefined) {
      if (piece.kind === 'text') edits.push(...textEdits(piece));
      continue;
    }
    edits.push(edit);
    hiddenUntil = edit.end;
  }
  return edits;
}

function placePieces(source: string, root: MarkdownNode): { placed: Placed[]; edits: Edit[] } {
  const placed: Placed[] = [];
  const edits: Edit[] = [];
  for (const node of nodesOf(root)) {
    if (node.type !== 'html') continue;
    const span = spanOf(node);
    const offsets = alignValue(source, span, node.value);
    if (offsets === undefined) edits.push({ ...span, text: '', kind: 'element' });
    else for (const piece of htmlPieces(node.value)) placed.push(place(piece, { node: node.value, offsets, span }));
  }
  return { placed, edits };
}

function place(
  piece: HtmlPiece,
  { node, offsets, span }: { node: string; offsets: readonly number[]; span: Span },
): Placed {
  const at = (offset: number) => offsets[offset] ?? span.end;
  return {
    ...piece,
    html: node,
    from: at(piece.start),
    to: at(piece.end - 1) + 1,
    nameTo: at(piece.nameEnd - 1) + 1,
    nodeEnd: span.end,
    alone: piece.end - piece.start === node.length,
  };
}

function lastClosers(placed: readonly Placed[]): ReadonlyMap<string, Placed> {
  return new Map(placed.filter((piece) => piece.closing).map((piece) => [piece.name, piece]));
}

// A hidden element is removed with its content. If it is not closed, it ends with its HTML block (a template with the text). A single tag in
// a sentence is displayed as text.
function hideElement(
  piece: Placed,
  { placed, closers, source }: { placed: readonly Placed[]; closers: ReadonlyMap<string, Placed>; source: string },
): Edit | undefined {
  if (piece.kind !== 'tag' || piece.closing || !UNDISPLAYED_ELEMENTS.has(piece.name)) return undefined;
  const hide = (end: number): Edit => ({ start: piece.from, end, text: '', kind: 'element' });
  const last = closers.get(piece.name);
  if (last !== undefined && last.from > piece.from) return hide(nearestCloser(piece, placed)?.to ?? last.to);
  if (piece.name === 'template') return hide(source.length);
  if (!piece.alone) return hide(piece.nodeEnd);
  return { ...hide(piece.to), text: FILTERED_ELEMENTS.has(piece.name) ? `&lt;${piece.name}>` : '' };
}

function nearestCloser(piece: Placed, placed: readonly Placed[]): Placed | undefined {
  return placed.find((other) => other.closing && other.name === piece.name && other.from > piece.from);
}

function hidePiece(piece: Placed, source: string): Edit | undefined {
  const start = piece.from;
  const kind = piece.kind === 'comment' ? 'comment' : 'attribute';
  if (piece.open === 'comment' || piece.open === 'quote') return { start, end: source.length, text: '', kind };
  if (piece.kind === 'comment' || piece.open === 'tag') return { start, end: piece.to, text: '', kind };
  return piece.kind === 'tag' ? hideTag(piece) : undefined;
}

function hideTag(piece: Placed): Edit | undefined {
  const whole = { start: piece.from, end: piece.to };
  const inside = piece.html.slice(piece.nameEnd, piece.end - 1);
  if ((piece.name === 'img' || piece.name === 'image') && !piece.closing) {
    return { ...whole, text: imageMarker(sourceOf(inside)), kind: 'image' };
  }
  if (!DISPLAYED_ELEMENTS.has(piece.name)) return { ...whole, text: '', kind: 'tag' };
  if (/^\s*\/?$/.test(inside)) return undefined;
  return { start: piece.nameTo, end: piece.to - 1, text: inside.endsWith('/') ? ' /' : '', kind: 'attribute' };
}

function sourceOf(attributes: string): string {
  const found = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}

// Displayed text of an HTML block: a `<` could become markup after an edit beside it, and references are decoded here too.
function textEdits(piece: Placed): Edit[] {
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
