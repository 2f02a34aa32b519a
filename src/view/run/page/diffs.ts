// Coloured diffs on the page of a run: of an edit, of a new file, of a file in git's diff. Used by evidence.ts and transcripts.ts. Pure.
import { type Markup, markup, type Piece } from '../../html.js';
import { cutMiddle, type PageContext, visible } from './parts.js';

type LineKind = 'added' | 'removed' | 'kept' | 'hunk';

interface Line {
  readonly kind: LineKind;
  readonly text: string;
}

/** Adjacent lines of the same kind are one element, since an element for each line would make the page too large. */
function colouredLines(lines: readonly Line[]): readonly Markup[] {
  const groups: { kind: LineKind; texts: string[] }[] = [];
  for (const { kind, text } of lines) {
    const last = groups.at(-1);
    if (last?.kind === kind) last.texts.push(text);
    else groups.push({ kind, texts: [text] });
  }
  return groups.map(({ kind, texts }) => markup`<span class="is-${kind}">${visible(texts.join('\n'))}\n</span>`);
}

const diffBlock = (lines: readonly Line[], after: Piece = null): Markup =>
  markup`<pre class="lines" tabindex="0"><code>${colouredLines(lines)}${after}</code></pre>`;

/** A note with the number of characters that are not shown; false if there are none. */
function omittedNote(omitted: number, { words }: PageContext): Piece {
  return omitted > 0 && markup`<span class="gap">${words.leftOut(omitted.toLocaleString('en'))}</span>`;
}

/** The diff between the old and the new text of an edit. Equal lines at the beginning and the end are context. */
export function editDiff(before: string, after: string, context: PageContext): Markup {
  const oldText = before.slice(0, context.limits.text);
  const newText = after.slice(0, context.limits.text);
  const omitted = before.length - oldText.length + after.length - newText.length;
  const [removed, added] = [oldText.split('\n'), newText.split('\n')];
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
  return diffBlock(lines, omittedNote(omitted, context));
}

/** A new file as a diff. */
export function newFileDiff(content: string, context: PageContext): Markup {
  const { head, left: omitted, tail } = cutMiddle(content, context.limits.text);
  const plus = (text: string): readonly Line[] =>
    text === '' ? [] : text.split('\n').map((line) => ({ kind: 'added', text: `+${line}` }));
  return diffBlock(plus(head), [omittedNote(omitted, context), colouredLines(plus(tail))]);
}

/** One file of git's diff, cut to `most` characters. */
export function fileDiff(text: string, most: number, context: PageContext): Markup {
  const head = text.slice(0, most);
  return diffBlock(head.replace(/\n$/, '').split('\n').map(lineOf), omittedNote(text.length - head.length, context));
}

function lineOf(text: string): Line {
  if (/^(?:diff |index |--- |\+\+\+ |@@|new file|deleted file|similarity|rename |old mode|new mode)/.test(text))
    return { kind: 'hunk', text };
  if (text.startsWith('+')) return { kind: 'added', text };
  return { kind: text.startsWith('-') ? 'removed' : 'kept', text };
}
