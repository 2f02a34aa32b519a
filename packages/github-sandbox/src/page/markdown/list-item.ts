import { html, type Piece, wrap } from '../html/html.js';
import type { Ink, NodeOf } from './ink.js';
import { inlines } from './inline.js';
import type { MarkdownNode } from './tree.js';

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
