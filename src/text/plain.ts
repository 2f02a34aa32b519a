import { referenceAt } from './entities.js';
import { htmlPieces } from './html.js';
import { hasInvisible } from './invisible.js';

/**
 * The text of a page whose markup is beyond reading (built to be slow, or never settling). Whatever could hide
 * something goes, code or not, and no mark-up is left; nobody writes such a text by accident.
 */
export function plainText(text: string): string {
  const shown = htmlPieces(text)
    .filter((piece) => piece.kind === 'text')
    .map((piece) => text.slice(piece.start, piece.end))
    .join(' ');
  return withoutUnseen(shown.replace(/\]\([^)\n]*\)?|\]\[[^\]\n]*\]?/g, ' ').replace(/^[ \t>]*\[[^\]\n]*\]:.*$/gm, ''))
    .replace(/[<[\]`~|]+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/&amp;(?:amp;)+/g, '&amp;')
    .replace(/[*_>]+/g, ' ')
    .replace(/^[ \t]+/gm, '');
}

function withoutUnseen(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const reference = text[at] === '&' ? referenceAt(text, at) : undefined;
    if (reference === undefined || !hasInvisible(reference.text)) kept += text[at];
    at = reference !== undefined && hasInvisible(reference.text) ? reference.end : at + 1;
  }
  return kept;
}
