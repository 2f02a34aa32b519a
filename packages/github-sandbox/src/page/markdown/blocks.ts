// Renders block nodes of Markdown: paragraphs, headings, lists, tables and `<details>`. The entry of this folder calls it.

import { html, type Piece, type Tag, wrap } from '../html/html.js';
import { inlines, visibleHtml } from './inline.js';
import { type NodeOf, oneLevelDeeper, type RenderContext } from './render-context.js';
import { type MarkdownNode, readMarkdown, spanOf } from './tree.js';

/** Renders block nodes. Beyond the nesting limit returns null, which shows nothing. */
export function blocks(nodes: readonly MarkdownNode[], parentContext: RenderContext): Piece {
  const context = oneLevelDeeper(parentContext);
  if (context === null) return null;
  const pieces: Piece[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (node === undefined) break;
    const details = detailsAt(nodes, at);
    if (details !== null) {
      pieces.push(
        html`<details><summary>${details.summary}</summary>${blocks(nodes.slice(at + 1, details.end), context)}</details>`,
      );
      at = details.end;
    } else pieces.push(block(node, context));
  }
  return pieces;
}

function block(node: MarkdownNode, context: RenderContext): Piece {
  switch (node.type) {
    case 'paragraph':
      return paragraph(node, context);
    case 'heading':
      return wrap(headings[node.depth], inlines(node.children, context));
    case 'blockquote':
      return wrap('blockquote', blocks(node.children, context));
    case 'list':
      return list(node, context);
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
      return wrap('p', context.source.slice(spanOf(node).start, spanOf(node).end));
  }
}

/** Headings in comments start two levels below the page's title. */
const headings: { readonly [Depth in NodeOf<'heading'>['depth']]: Tag } = {
  1: 'h3',
  2: 'h4',
  3: 'h5',
  4: 'h6',
  5: 'h6',
  6: 'h6',
};

function list(node: NodeOf<'list'>, context: RenderContext): Piece {
  const items = node.children.map((item) => listItem(item, { context, isTight: node.spread !== true, blocks }));
  if (node.ordered !== true) return wrap('ul', items);
  return html`<ol start="${node.start ?? 1}">${items}</ol>`;
}

/** A paragraph, or a GFM table with the text before it. */
export function paragraph(node: NodeOf<'paragraph'>, context: RenderContext): Piece {
  const { start, end } = spanOf(node);
  const table = readTable(context.source.slice(start, end));
  if (table === null) return wrap('p', inlines(node.children, context));
  return [table.before !== '' && wrap('p', renderCell(table.before, context)), renderTable(table, context)];
}

function renderTable({ head, aligns, rows }: Table, context: RenderContext): Piece {
  const row = (cells: readonly string[], cell: (text: Piece, align: Align) => Piece) =>
    wrap(
      'tr',
      aligns.map((align, column) => cell(renderCell(cells[column] ?? '', context), align)),
    );
  const thead = wrap(
    'thead',
    row(head, (text, align) => html`<th class="${align}">${text}</th>`),
  );
  const body = rows.map((cells) => row(cells, (text, align) => html`<td class="${align}">${text}</td>`));
  return html`<div class="table"><table>${thead}${wrap('tbody', body)}</table></div>`;
}

/** The inline content of a table cell. Text that parses as a block, such as a list, is shown as it is. */
function renderCell(text: string, context: RenderContext): Piece {
  const [only, ...more] = readMarkdown(text)?.children ?? [];
  if (only?.type !== 'paragraph' || more.length > 0) return text;
  return inlines(only.children, { ...context, source: text });
}

export type Align = 'left' | 'center' | 'right';

export type Table = {
  /** The lines before the table. */
  readonly before: string;
  readonly head: readonly string[];
  readonly aligns: readonly Align[];
  readonly rows: readonly (readonly string[])[];
};

/** The row of a table below its header, such as `| --- | :-: |`. */
const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** Parses a table in a paragraph: header, delimiter row, and rows. */
export function readTable(paragraph: string): Table | null {
  const lines = paragraph.split('\n').map((line) => line.replace(/^[ \t>]+/, '').trimEnd());
  const at = lines.findIndex((line, i) => i > 0 && line.includes('|') && DELIMITER_ROW.test(line));
  if (at < 1) return null;
  const head = cellsOf(lines[at - 1] ?? '');
  const aligns = cellsOf(lines[at] ?? '').map(alignOf);
  if (head.length !== aligns.length) return null;
  const before = lines.slice(0, at - 1).join('\n');
  return { before, head, aligns, rows: lines.slice(at + 1).map(cellsOf) };
}

/** `|` separates cells, even in code, unless escaped by a backslash. */
function cellsOf(line: string): string[] {
  const inner = line.replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

function alignOf(dashes: string): Align {
  if (!dashes.endsWith(':')) return 'left';
  return dashes.startsWith(':') ? 'center' : 'right';
}

const DETAILS_START = /^<details>\s*<summary>([^<]*)<\/summary>\s*$/;
const DETAILS_END = /^<\/details>\s*$/;

/**
 * The `<details>` block that starts at this node: its summary, and the index of its closing tag. Null if there is none, or if the closing
 * tag is missing. Other raw HTML is shown as text.
 */
export function detailsAt(nodes: readonly MarkdownNode[], at: number): { summary: string; end: number } | null {
  const start = nodes[at];
  const summary = start?.type === 'html' ? DETAILS_START.exec(start.value)?.[1] : undefined;
  if (summary === undefined) return null;
  let open = 0;
  for (let end = at; end < nodes.length; end += 1) {
    const node = nodes[end];
    if (node?.type !== 'html') continue;
    if (DETAILS_START.test(node.value)) open += 1;
    if (DETAILS_END.test(node.value)) open -= 1;
    if (open === 0) return { summary, end };
  }
  return null;
}

type ListContext = {
  readonly context: RenderContext;
  /** Whether no blank lines separate the items; then their text is not in paragraphs. */
  readonly isTight: boolean;
  readonly blocks: (nodes: readonly MarkdownNode[], context: RenderContext) => Piece;
};

/** The checkbox at the start of a task: `[ ]` or `[x]`. */
const TASK_MARK = /^\[([ xX])\](?=\s)/;

/** A list item, with a checkbox if it is a task. */
export function listItem(item: NodeOf<'listItem'>, { context, isTight, blocks }: ListContext): Piece {
  const [first, ...rest] = item.children;
  if (first?.type !== 'paragraph') return wrap('li', blocks(item.children, context));
  const [lead, ...others] = first.children;
  const task = lead?.type === 'text' ? TASK_MARK.exec(lead.value) : null;
  const words =
    lead?.type === 'text' && task !== null
      ? [{ ...lead, value: lead.value.slice(task[0].length) }, ...others]
      : first.children;
  if (task === null && !isTight) return wrap('li', blocks(item.children, context));
  const line = [task !== null && taskBox(task[1] !== ' '), inlines(words, context)];
  const content = [isTight ? line : wrap('p', line), blocks(rest, context)];
  return task === null ? wrap('li', content) : html`<li class="task">${content}</li>`;
}

function taskBox(done: boolean): Piece {
  return html`<input type="checkbox" disabled${done && html` checked`} aria-label="${done ? 'done' : 'to do'}">`;
}
