// Splits raw HTML into text, comments and tags, as browsers do. Used in this folder, and by the agents' tool that reads web pages
// (src/agent/tools/page-text.ts).

/** A token of raw HTML, as in the HTML5 specification. */
export type HtmlPiece = {
  readonly kind: 'text' | 'comment' | 'tag';
  readonly start: number;
  readonly end: number;
  /** The name of a tag in lower case; otherwise ''. */
  readonly name: string;
  /** Whether it is a closing tag, such as `</p>`. */
  readonly closing: boolean;
  /** The end of the tag's name; attributes follow. */
  readonly nameEnd: number;
  /**
   * Set if the text ended inside the token: in a tag, in a comment, or in a quoted attribute value. A browser ignores what would follow: up
   * to the next `>` for a tag, and everything for a comment or a quotation.
   */
  readonly unclosed?: 'comment' | 'quote' | 'tag';
};

const COMMENT_END = /--!?>/g;
const NAME_END = /[\s/>]/g;
const SPACE = /\s/;

/** Splits raw HTML into text, comments and tags, in one pass. */
export function htmlPieces(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  let textFrom = 0;
  for (let at = html.indexOf('<'); at >= 0; ) {
    const piece = markupAt(html, at);
    if (piece !== undefined) {
      if (at > textFrom) pieces.push(textPiece(textFrom, at));
      pieces.push(piece);
      textFrom = piece.end;
    }
    at = html.indexOf('<', piece?.end ?? at + 1);
  }
  if (textFrom < html.length) pieces.push(textPiece(textFrom, html.length));
  return pieces;
}

function textPiece(start: number, end: number): HtmlPiece {
  return { kind: 'text', start, end, name: '', closing: false, nameEnd: end };
}

function markupAt(html: string, at: number): HtmlPiece | undefined {
  if (html.startsWith('<!--', at)) return commentAt(html, at);
  const next = html[at + 1] ?? '';
  if (/[a-z]/i.test(next)) return tagAt(html, at, at + 1);
  if (next === '/' && /[a-z]/i.test(html[at + 2] ?? '')) return tagAt(html, at, at + 2);
  return next === '!' || next === '?' || next === '/' ? bogusCommentAt(html, at) : undefined;
}

function commentAt(html: string, at: number): HtmlPiece {
  const empty = /^<!---?>/.exec(html.slice(at, at + 6));
  if (empty !== null) return commentPiece(at, at + empty[0].length);
  COMMENT_END.lastIndex = at + 4;
  return COMMENT_END.exec(html) === null
    ? { ...commentPiece(at, html.length), unclosed: 'comment' }
    : commentPiece(at, COMMENT_END.lastIndex);
}

/** `<!DOCTYPE html>`, `<?xml …>` or `</…>` without a name, which the specification calls bogus comments. */
function bogusCommentAt(html: string, at: number): HtmlPiece {
  const close = html.indexOf('>', at);
  return close < 0 ? { ...commentPiece(at, html.length), unclosed: 'tag' } : commentPiece(at, close + 1);
}

function commentPiece(start: number, end: number): HtmlPiece {
  return { kind: 'comment', start, end, name: '', closing: false, nameEnd: end };
}

function tagAt(html: string, start: number, nameStart: number): HtmlPiece {
  NAME_END.lastIndex = nameStart;
  const nameEnd = NAME_END.exec(html)?.index ?? html.length;
  const name = html.slice(nameStart, nameEnd).toLowerCase();
  const tag = { kind: 'tag' as const, start, name, closing: nameStart === start + 2, nameEnd };
  return { ...tag, ...tagEnd(html, nameEnd) };
}

// As in browsers, a quote counts only directly after `=`, and a `=` at the beginning of a name is part of the name.
function tagEnd(html: string, from: number): { end: number; unclosed?: 'quote' | 'tag' } {
  let inName = false;
  for (let at = from; at < html.length; at++) {
    const char = html[at] ?? '';
    if (char === '>') return { end: at + 1 };
    if (char === '=' && inName) {
      at = skipSpace(html, at + 1);
      const quote = html[at] ?? '';
      const close = quote === '"' || quote === "'" ? html.indexOf(quote, at + 1) : skipUnquoted(html, at) - 1;
      if (close < 0) return { end: html.length, unclosed: 'quote' };
      at = close;
      inName = false;
    } else if (char === '/') inName = false;
    else if (!SPACE.test(char)) inName = true;
  }
  return { end: html.length, unclosed: 'tag' };
}

function skipSpace(html: string, from: number): number {
  let at = from;
  while (SPACE.test(html[at] ?? '')) at++;
  return at;
}

function skipUnquoted(html: string, from: number): number {
  let at = from;
  while (at < html.length && html[at] !== '>' && !SPACE.test(html[at] ?? '')) at++;
  return at;
}
