// The template tag with which all files of src/page build HTML. It escapes text, so that content cannot inject markup.

const trusted: unique symbol = Symbol('html');

/** Trusted HTML. Only this file creates it, so everything else is escaped. */
export type Html = { readonly [trusted]: string };

/** What a template accepts: HTML unchanged, text escaped, lists concatenated, null and false as nothing. */
export type Piece = Html | string | number | null | undefined | false | readonly Piece[];

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** A template tag that escapes by default. Attributes must be in double quotes. */
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

/** An element without attributes whose tag is chosen at run time. */
export function wrap(tag: Tag, content: Piece): Html {
  return { [trusted]: `<${tag}>${show(content)}</${tag}>` };
}

/** HTML, style or script of the App's own page (crew's board and run pages), inserted unchanged. The App has escaped it. */
export function foreignHtml(markup: string): Html {
  return { [trusted]: markup };
}

/** The markup as a string. */
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
