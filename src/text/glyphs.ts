import { referenceAt } from './entities.js';
import type { Span } from './tree.js';

/** One UTF-16 unit as a person sees it, and the source it came from: `\@` and `&#64;` are each one `@`. */
export type Glyph = { readonly char: string; readonly start: number; readonly end: number };

const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** Decodes a text node's source: escapes, character references, and the container marks that begin its later lines. */
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
