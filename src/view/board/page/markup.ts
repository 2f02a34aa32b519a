// HTML that escapes by default: only what this file made is HTML already, whatever else reaches the page is words. Pure.

const made: unique symbol = Symbol('markup');

export type Markup = { readonly [made]: string };

/** What may stand in a template: markup as it is, words escaped, lists one after the other, nothing for nothing. */
export type Piece = Markup | string | number | null | false | readonly Piece[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** A template; attributes are always written in double quotes around their piece. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return { [made]: strings.map((string, n) => string + shown(pieces[n] ?? null)).join('') };
}

/** Text of our own that must stand as it is: the style and the script, whose digests the policy names. */
export function verbatim(tag: 'style' | 'script', text: string): Markup {
  return { [made]: `<${tag}>${text}</${tag}>` };
}

/** A drawing of our own making, in which words are escaped already. */
export function drawing(svg: string): Markup {
  return { [made]: svg };
}

/** The finished document. */
export function documentOf(page: Markup): string {
  return page[made];
}

function shown(piece: Piece): string {
  if (piece === null || piece === false) return '';
  if (typeof piece === 'string') return piece.replace(/[&<>"'`]/g, (letter) => ENTITIES[letter] ?? '');
  if (typeof piece === 'number') return String(piece);
  return made in piece ? piece[made] : piece.map(shown).join('');
}
