// The displayed text of Markdown paragraphs, with the place of each character in the source. Used by hidden-markdown.ts,
// neutralise-words.ts and redact.ts.

import { referenceAt } from './entities.js';
import { type MarkdownNode, nodesOf, type Span, spanOf } from './markdown-tree.js';

/** A UTF-16 unit of the displayed text with its place in the source. The source `\@` or `&#64;` is the one glyph `@`. */
type Glyph = { readonly char: string; readonly start: number; readonly end: number };

/** The characters that a backslash escapes in Markdown: all ASCII punctuation. */
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** The glyphs of a text node: escapes and character references are decoded, quotation marks (`>`) at the start of lines are left out. */
export function glyphsOf(source: string, { start, end }: Span): Glyph[] {
  const glyphs: Glyph[] = [];
  for (let at = start; at < end; ) {
    const { text, next } = readGlyph(source, at);
    for (const char of text.split('')) glyphs.push({ char, start: at, end: next });
    at = next;
    if (text === '\n' && source[at - 1] === '\n') while (at < end && /[ \t>]/.test(source[at] ?? '')) at++;
  }
  return glyphs;
}

function readGlyph(source: string, at: number): { text: string; next: number } {
  const char = source[at] ?? '';
  const following = source[at + 1] ?? '';
  if (char === '\\' && PUNCTUATION.test(following)) return { text: following, next: at + 2 };
  const reference = char === '&' ? referenceAt(source, at) : undefined;
  return reference === undefined ? { text: char, next: at + 1 } : { text: reference.text, next: reference.end };
}

/** The displayed text of one paragraph or heading, with the source of each unit. */
export type Prose = { readonly text: string; readonly glyphs: readonly Glyph[] };

/** Stands for something that is not text, such as code or an image. */
const NO_TEXT = '\uFFFC';

/** The displayed text of each paragraph and heading. Emphasis and tags are left out, so a word that they divide is one word here. */
export function proseOf(source: string, root: MarkdownNode): Prose[] {
  const all: Glyph[][] = [];
  for (const node of nodesOf(root)) {
    const span = spanOf(node);
    if (node.type === 'paragraph' || node.type === 'heading') all.push([]);
    const glyphs = all.at(-1);
    if (glyphs === undefined) continue;
    if (node.type === 'text') for (const glyph of glyphsOf(source, span)) glyphs.push(glyph);
    else if (node.type === 'break') glyphs.push({ char: '\n', ...span });
    else if (node.type === 'inlineCode' || node.type === 'image' || node.type === 'imageReference') {
      glyphs.push({ char: NO_TEXT, ...span });
    }
  }
  return all.map((glyphs) => ({ text: glyphs.map((glyph) => glyph.char).join(''), glyphs }));
}
