// Coloured diffs. Pure.
import { type Markup, markup, type Piece } from '../../html.js';
import { cutOf, type PageContext, visible } from './parts.js';

type Kind = 'added' | 'removed' | 'kept' | 'hunk';

interface Line {
  readonly kind: Kind;
  readonly text: string;
}

/** Joins adjacent lines of the same kind, since an element for each line would make the page too large. */
function coloured(lines: readonly Line[]): readonly Markup[] {
  const groups: { kind: Kind; texts: string[] }[] = [];
  for (const { kind, text } of lines) {
    const last = groups.at(-1);
    if (last?.kind === kind) last.texts.push(text);
    else groups.push({ kind, texts: [text] });
  }
  return groups.map(({ kind, texts }) => markup`<span class="is-${kind}">${visible(texts.join('\n'))}\n</span>`);
}

const pre = (lines: readonly Line[], after: Piece = null): Markup =>
  markup`<pre class="lines" tabindex="0"><code>${coloured(lines)}${after}</code></pre>`;

function gap(left: number, { say }: PageContext): Piece {
  return left > 0 && markup`<span class="gap">${say.leftOut(left.toLocaleString('en'))}</span>`;
}

/** The diff of a part of a file. Common lines at both ends are shown as context. */
export function replaced(before: string, after: string, of: PageContext): Markup {
  const [old, young] = [before.slice(0, of.limits.text), after.slice(0, of.limits.text)];
  const left = before.length - old.length + after.length - young.length;
  const [removed, added] = [old.split('\n'), young.split('\n')];
  const shortest = Math.min(removed.length, added.length);
  let top = 0;
  while (top < shortest && removed[top] === added[top]) top += 1;
  let end = 0;
  while (end < shortest - top && removed.at(-1 - end) === added.at(-1 - end)) end += 1;
  const lines: readonly Line[] = [
    ...removed.slice(0, top).map((text): Line => ({ kind: 'kept', text: ` ${text}` })),
    ...removed.slice(top, removed.length - end).map((text): Line => ({ kind: 'removed', text: `-${text}` })),
    ...added.slice(top, added.length - end).map((text): Line => ({ kind: 'added', text: `+${text}` })),
    ...removed.slice(removed.length - end).map((text): Line => ({ kind: 'kept', text: ` ${text}` })),
  ];
  return pre(lines, gap(left, of));
}

/** A new file as a diff. */
export function written(content: string, of: PageContext): Markup {
  const { head, left, tail } = cutOf(content, of.limits.text);
  const plus = (text: string): readonly Line[] =>
    text === '' ? [] : text.split('\n').map((line) => ({ kind: 'added', text: `+${line}` }));
  return pre(plus(head), [gap(left, of), coloured(plus(tail))]);
}

/** The git diff of one file. */
export function patch(text: string, most: number, of: PageContext): Markup {
  const head = text.slice(0, most);
  return pre(head.replace(/\n$/, '').split('\n').map(lineOf), gap(text.length - head.length, of));
}

function lineOf(text: string): Line {
  if (/^(?:diff |index |--- |\+\+\+ |@@|new file|deleted file|similarity|rename |old mode|new mode)/.test(text))
    return { kind: 'hunk', text };
  if (text.startsWith('+')) return { kind: 'added', text };
  return { kind: text.startsWith('-') ? 'removed' : 'kept', text };
}
