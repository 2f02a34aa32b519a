import { html, type Piece, wrap } from '../html/html.js';
import type { Ink, NodeOf } from './ink.js';
import { inlines } from './inline.js';
import { type Align, readTable, type Table } from './read-table.js';
import { readMarkdown, spanOf } from './tree.js';

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
