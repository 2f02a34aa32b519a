// HTML templates that escape by default. Only values created in this file count as HTML. Pure.
import type { BoardGroup } from '../text/lang/board/index.js';

const made: unique symbol = Symbol('markup');

export type Markup = { readonly [made]: string };

/** A value in a template: markup is inserted as it is, text is escaped, lists are joined, null and false are empty. */
export type Piece = Markup | string | number | null | false | readonly Piece[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** An HTML template. Attribute values must be in double quotes. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return { [made]: strings.map((string, n) => string + shown(pieces[n] ?? null)).join('') };
}

/** Marks crew's own style or script as HTML. It is not escaped, because the policy contains its digest. */
export function verbatim(tag: 'style' | 'script', text: string): Markup {
  return { [made]: `<${tag}>${text}</${tag}>` };
}

/** Marks crew's own SVG, whose texts are escaped, as HTML. */
export function drawing(svg: string): Markup {
  return { [made]: svg };
}

export function documentOf(page: Markup): string {
  return page[made];
}

function shown(piece: Piece): string {
  if (piece === null || piece === false) return '';
  if (typeof piece === 'string') return piece.replace(/[&<>"'`]/g, (letter) => ENTITIES[letter] ?? '');
  if (typeof piece === 'number') return String(piece);
  return made in piece ? piece[made] : piece.map(shown).join('');
}

const icon = (shape: Markup): Markup => markup`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shape}</svg>`;

const ring = markup`<circle cx="8" cy="8" r="5.75"/>`;

/** Icons beside text. No icon carries information that the text does not have. */
export const icons: Readonly<Record<BoardGroup, Markup>> = {
  due: icon(markup`${ring}<path d="M8 4.8v3.9m0 2v.4"/>`),
  unknown: icon(markup`${ring}<path d="M6.4 6.6c0-2.2 3.3-2.1 3.3-.1 0 1.3-1.6 1.3-1.6 2.6m0 1.7v.3"/>`),
  blocked: icon(markup`${ring}<path d="M5 8h6"/>`),
  review_pending: icon(
    markup`<path d="M1.9 8c3-4.6 9.2-4.6 12.2 0-3 4.6-9.2 4.6-12.2 0Z"/><circle cx="8" cy="8" r="1.9"/>`,
  ),
  in_progress: icon(markup`<path d="M13.75 8A5.75 5.75 0 1 1 8 2.25"/>`),
  incomplete: icon(markup`<circle cx="8" cy="8" r="5.75" stroke-dasharray="2.4 2.1"/>`),
  done: icon(markup`${ring}<path d="m5.6 8.2 1.7 1.7 3.2-3.6"/>`),
};

/** crew's logo: a rowing boat. */
export const boat = markup`<svg class="boat" viewBox="0 0 40 28" aria-hidden="true"><path class="hull" d="M3 14h34c-3 6.5-9 9-17 9S6 20.5 3 14Z"/><path d="m10 3 5 11M20 2v12M30 3l-5 11"/><path class="wave" d="M1 26c3-2 5-2 8 0s5 2 8 0 5-2 8 0 5 2 8 0 4-2 6 0"/></svg>`;
