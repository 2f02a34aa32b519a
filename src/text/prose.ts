import { type Glyph, glyphsOf } from './glyphs.js';
import { type MarkdownNode, nodesOf, spanOf } from './tree.js';

/** The running text of one paragraph or heading as a page shows it, unit by unit with its source. */
export type Prose = { readonly text: string; readonly glyphs: readonly Glyph[] };

/** Stands for something in the line that is not text: code, a picture. */
const OTHER = '\uFFFC';

/** All running texts of a document: emphasis and tags vanish, so that words they cut are read as one. */
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
      glyphs.push({ char: OTHER, ...span });
    }
  }
  return all.map((glyphs) => ({ text: glyphs.map((glyph) => glyph.char).join(''), glyphs }));
}
