import { html, type Piece, type Tag, wrap } from '../html/html.js';
import { deeper, type Ink, type NodeOf } from './ink.js';
import { inlines, visibleHtml } from './inline.js';
import { type MarkdownNode, readMarkdown, spanOf } from './tree.js';

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

/** A paragraph; or the table that it is in GitHub's flavour, below the lines that came before it. */
export function paragraph(node: NodeOf<'paragraph'>, ink: Ink): Piece {
  const { start, end } = spanOf(node);
  const table = readTable(ink.source.slice(start, end));
  if (table === null) return wrap('p', inlines(node.children, ink));
  return [table.before !== '' && wrap('p', written(table.before, ink)), drawn(table, ink)];
}

function drawn({ head, aligns, rows }: Table, ink: Ink): Piece {
  const row = (cells: readonly string[], cell: (text: Piece, align: Align) => Piece) =>
    wrap(
      'tr',
      aligns.map((align, column) => cell(written(cells[column] ?? '', ink), align)),
    );
  const thead = wrap(
    'thead',
    row(head, (text, align) => html`<th class="${align}">${text}</th>`),
  );
  const body = rows.map((cells) => row(cells, (text, align) => html`<td class="${align}">${text}</td>`));
  return html`<div class="table"><table>${thead}${wrap('tbody', body)}</table></div>`;
}

/** A text of one line's worth, read for itself: what begins like a list or a heading is no such thing in a cell. */
function written(text: string, ink: Ink): Piece {
  const [only, ...more] = readMarkdown(text)?.children ?? [];
  if (only?.type !== 'paragraph' || more.length > 0) return text;
  return inlines(only.children, { ...ink, source: text });
}

export type Align = 'left' | 'center' | 'right';

export type Table = {
  /** The lines of the paragraph above the head. */
  readonly before: string;
  readonly head: readonly string[];
  readonly aligns: readonly Align[];
  readonly rows: readonly (readonly string[])[];
};

const delimiter = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** Reads the table in a paragraph's source: a head, a line of dashes with as many cells, and rows to the end. */
export function readTable(paragraph: string): Table | null {
  const lines = paragraph.split('\n').map((line) => line.replace(/^[ \t>]+/, '').trimEnd());
  const at = lines.findIndex((line, i) => i > 0 && line.includes('|') && delimiter.test(line));
  if (at < 1) return null;
  const head = cellsOf(lines[at - 1] ?? '');
  const aligns = cellsOf(lines[at] ?? '').map(alignOf);
  if (head.length !== aligns.length) return null;
  const before = lines.slice(0, at - 1).join('\n');
  return { before, head, aligns, rows: lines.slice(at + 1).map(cellsOf) };
}

/** A bar parts cells, even in code; one with a backslash before it is a character. */
function cellsOf(line: string): string[] {
  const inner = line.replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

function alignOf(dashes: string): Align {
  if (!dashes.endsWith(':')) return 'left';
  return dashes.startsWith(':') ? 'center' : 'right';
}

const opening = /^<details>\s*<summary>([^<]*)<\/summary>\s*$/;
const closing = /^<\/details>\s*$/;

/**
 * A part that unfolds. It is the one piece of raw HTML that job summaries cannot do without, so it is recognised as a
 * whole, opening and end; half of one stays the text it is and can never unbalance the page.
 */
export function foldOf(nodes: readonly MarkdownNode[], at: number): { summary: string; end: number } | null {
  const start = nodes[at];
  const summary = start?.type === 'html' ? opening.exec(start.value)?.[1] : undefined;
  if (summary === undefined) return null;
  let open = 0;
  for (let end = at; end < nodes.length; end += 1) {
    const node = nodes[end];
    if (node?.type !== 'html') continue;
    if (opening.test(node.value)) open += 1;
    if (closing.test(node.value)) open -= 1;
    if (open === 0) return { summary, end };
  }
  return null;
}

type Place = {
  readonly ink: Ink;
  /** Items of a tight list are lines, not paragraphs. */
  readonly tight: boolean;
  readonly blocks: (nodes: readonly MarkdownNode[], ink: Ink) => Piece;
};

const box = /^\[([ xX])\](?=\s)/;

/** An item of a list, with its box when it is a task. */
export function listItem(item: NodeOf<'listItem'>, { ink, tight, blocks }: Place): Piece {
  const [first, ...rest] = item.children;
  if (first?.type !== 'paragraph') return wrap('li', blocks(item.children, ink));
  const [lead, ...others] = first.children;
  const task = lead?.type === 'text' ? box.exec(lead.value) : null;
  const words =
    lead?.type === 'text' && task !== null
      ? [{ ...lead, value: lead.value.slice(task[0].length) }, ...others]
      : first.children;
  if (task === null && !tight) return wrap('li', blocks(item.children, ink));
  const line = [task !== null && taskBox(task[1] !== ' '), inlines(words, ink)];
  const content = [tight ? line : wrap('p', line), blocks(rest, ink)];
  return task === null ? wrap('li', content) : html`<li class="task">${content}</li>`;
}

function taskBox(done: boolean): Piece {
  return html`<input type="checkbox" disabled${done && html` checked`} aria-label="${done ? 'done' : 'to do'}">`;
}
