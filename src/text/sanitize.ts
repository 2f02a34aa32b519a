// Prepares a text from GitHub for a prompt: removes everything that GitHub does not display. Used by the workflows that write prompts,
// src/memory/rules/prompt.ts, unquoted-text.ts, and `crew sanitize`.

import { addCounts, applyEdits, type Counts, type Edit } from './edit.js';
import { referenceAt } from './entities.js';
import { falseCodeEdits } from './github-flavour.js';
import { hiddenHtmlEdits } from './hidden-html.js';
import { hiddenMarkdownEdits } from './hidden-markdown.js';
import { htmlPieces } from './html.js';
import { hasInvisible, stripInvisible } from './invisible.js';
import { type MarkdownNode, nodesOf, readMarkdown, spanOf } from './markdown-tree.js';

/**
 * The text without any markup, also in code. For a text that would take too long to parse, or that still changes after the last pass. People
 * do not write such texts by accident.
 */
function plainText(text: string): string {
  const shown = htmlPieces(text)
    .filter((piece) => piece.kind === 'text')
    .map((piece) => text.slice(piece.start, piece.end))
    .join(' ');
  // Without the addresses of links and without definitions.
  return (
    withoutInvisibleReferences(
      shown.replace(/\]\([^)\n]*\)?|\]\[[^\]\n]*\]?/g, ' ').replace(/^[ \t>]*\[[^\]\n]*\]:.*$/gm, ''),
    )
      .replace(/[<[\]`~|]+/g, ' ')
      // No `&` begins a character reference. The second step makes a second call change nothing.
      .replace(/&/g, '&amp;')
      .replace(/&amp;(?:amp;)+/g, '&amp;')
      .replace(/[*_>]+/g, ' ')
      .replace(/^[ \t]+/gm, '')
  );
}

/** Removes character references (such as `&#8203;`) whose character is invisible. */
function withoutInvisibleReferences(text: string): string {
  let visible = '';
  for (let at = 0; at < text.length; ) {
    const reference = text[at] === '&' ? referenceAt(text, at) : undefined;
    if (reference === undefined || !hasInvisible(reference.text)) visible += text[at];
    at = reference !== undefined && hasInvisible(reference.text) ? reference.end : at + 1;
  }
  return visible;
}

/** `[^1]:` at the start of a line, also in a quotation. */
const NOTE = /(^|\n)([ \t>]*)\[\^([^\]\s]+)\]:/g;

/** Removes footnotes that are not referenced, up to the end of the paragraph. GitHub does not display them. */
function unusedFootnoteEdits(source: string, root: MarkdownNode): Edit[] {
  if (!source.includes('[^')) return [];
  const used = usedLabels(source, root);
  const edits: Edit[] = [];
  for (const node of nodesOf(root)) {
    if (node.type !== 'paragraph' && node.type !== 'definition') continue;
    const { start, end } = spanOf(node);
    for (const note of source.slice(start, end).matchAll(NOTE)) {
      const from = start + note.index + (note[1] ?? '').length;
      if (!used.has((note[3] ?? '').toLowerCase())) edits.push({ start: from, end, text: '', kind: 'footnote' });
    }
  }
  return edits;
}

/** The labels of footnotes that the text refers to, in lower case. */
function usedLabels(source: string, root: MarkdownNode): ReadonlySet<string> {
  const used = new Set<string>();
  for (const node of nodesOf(root)) {
    if (node.type !== 'paragraph' && node.type !== 'heading') continue;
    const { start, end } = spanOf(node);
    for (const [, label = ''] of source.slice(start, end).matchAll(/\[\^([^\]\s]+)\](?!:)/g))
      used.add(label.toLowerCase());
  }
  return used;
}

/** The text for a prompt, and the number of removed parts by kind. */
export type Sanitized = { readonly text: string; readonly removed: Counts };

// Removing one thing can expose another. Real texts need one or two passes.
const MAX_PASSES = 6;

/**
 * Keeps what GitHub displays of a text, and removes what it hides. Applying it twice changes nothing. Code stays unchanged except for
 * invisible characters.
 */
export function sanitize(text: string): Sanitized {
  const visible = stripInvisible(text);
  let current: Sanitized = visible;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = dropHidden(current);
    if (next === undefined) break;
    if (next.text === current.text) return current;
    current = next;
  }
  return sanitizeAsPlain(current);
}

// Whatever GitHub hides begins with one of these. A text without them needs no parser.
const MARKUP = /[<&[`~]/;

/** Removes once what GitHub does not display; undefined if the text would take too long to parse. */
function dropHidden({ text, removed }: Sanitized): Sanitized | undefined {
  if (!MARKUP.test(text)) return { text, removed };
  const root = readMarkdown(text);
  if (root === undefined) return undefined;
  const edits = [
    // Code that GitHub shows as text becomes text. The next pass finds what is hidden in it.
    ...falseCodeEdits(text, root),
    ...unusedFootnoteEdits(text, root),
    ...hiddenHtmlEdits(text, root),
    ...hiddenMarkdownEdits(text, root),
  ];
  const next = applyEdits(text, edits);
  return { text: next.text, removed: addCounts(removed, next.counts) };
}

function sanitizeAsPlain({ text, removed }: Sanitized): Sanitized {
  return { text: plainText(text), removed: addCounts(removed, { markup: 1 }) };
}
