const trusted: unique symbol = Symbol('html');

/** A text that is HTML already. Only this file can make one, so whatever else reaches a page was escaped on its way. */
export type Html = { readonly [trusted]: string };

/** What may stand in a template: HTML as it is, texts escaped, lists one after the other, and nothing for nothing. */
export type Piece = Html | string | number | null | undefined | false | readonly Piece[];

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** A template that escapes by default; attributes are always written with double quotes around their piece. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { [trusted]: strings.map((string, i) => string + show(pieces[i])).join('') };
}

export type Tag =
  | 'blockquote'
  | 'del'
  | 'em'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'li'
  | 'ol'
  | 'p'
  | 'strong'
  | 'tbody'
  | 'thead'
  | 'tr'
  | 'ul';

/** One of the plain elements around its content, where the element is chosen by data. */
export function wrap(tag: Tag, content: Piece): Html {
  return { [trusted]: `<${tag}>${show(content)}</${tag}>` };
}

/** The text to be sent. */
export function markupOf(page: Html): string {
  return page[trusted];
}

function show(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (typeof piece === 'string') return piece.replace(/[&<>"'`]/g, (character) => entities[character] ?? '');
  if (typeof piece === 'number') return String(piece);
  if (trusted in piece) return piece[trusted];
  return piece.map(show).join('');
}
