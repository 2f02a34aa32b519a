// Converts an HTML page to plain text, for the tool `fetch`.

import { referenceAt } from '../../text/entities.js';
import { type HtmlPiece, htmlPieces } from '../../text/html.js';

/** Elements whose content is not shown to readers. */
const HIDDEN_ELEMENTS = new Set(['script', 'style', 'svg', 'noscript', 'template', 'head', 'iframe']);
const BLOCK_ELEMENTS =
  /^(?:p|div|section|article|main|header|footer|nav|aside|h[1-6]|ul|ol|li|table|tr|pre|blockquote|br|hr|dl|dt|dd|figure)$/;

/** The text of an HTML page, one line per block element. */
export function pageText(html: string): string {
  let text = '';
  let hiddenElement: string | null = null;
  for (const piece of htmlPieces(html)) {
    if (hiddenElement !== null) {
      if (piece.closing && piece.name.toLowerCase() === hiddenElement) hiddenElement = null;
      continue;
    }
    const name = piece.name.toLowerCase();
    if (piece.kind === 'tag' && !piece.closing && HIDDEN_ELEMENTS.has(name)) hiddenElement = name;
    else text += wordsOf(piece, html);
  }
  return text
    .replace(/[ \t\r\f]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function wordsOf(piece: HtmlPiece, html: string): string {
  if (piece.kind === 'comment') return '';
  if (piece.kind === 'text') return decodedText(html.slice(piece.start, piece.end));
  const name = piece.name.toLowerCase();
  if (name === 'li' && !piece.closing) return '\n- ';
  if (/^h[1-6]$/.test(name) && !piece.closing) return `\n\n${'#'.repeat(Number(name.charAt(1)))} `;
  return BLOCK_ELEMENTS.test(name) ? '\n' : '';
}

/** Text with its character references, such as `&amp;`, replaced. */
function decodedText(text: string): string {
  let decoded = '';
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('&', at);
    if (next < 0) return decoded + text.slice(at);
    const reference = referenceAt(text, next);
    decoded += text.slice(at, next) + (reference?.text ?? '&');
    at = reference?.end ?? next + 1;
  }
  return decoded;
}
