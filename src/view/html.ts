// HTML templates that escape their values, for the pages of the board and of a run, and the icons of these pages. Pure.
import type { BoardGroup } from '../text/lang/board/index.js';

const html: unique symbol = Symbol('markup');

/** HTML that is inserted into a template unescaped. Only the functions of this file can create it. */
export type Markup = { readonly [html]: string };

/** A value in a template: HTML is inserted unescaped, text is escaped, lists are joined, null and false are empty. */
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
  return { [html]: strings.map((string, n) => string + render(pieces[n] ?? null)).join('') };
}

/** A `<style>` or `<script>` element with crew's own text. It is not escaped, because the content security policy has its digest. */
export function trustedElement(tag: 'style' | 'script', text: string): Markup {
  return { [html]: `<${tag}>${text}</${tag}>` };
}

/** SVG drawn by crew as HTML. The caller has escaped its texts. */
export function trustedSvg(svg: string): Markup {
  return { [html]: svg };
}

/** The HTML as text, to send or store it. */
export function htmlText(page: Markup): string {
  return page[html];
}

function render(piece: Piece): string {
  if (piece === null || piece === false) return '';
  if (typeof piece === 'string') return piece.replace(/[&<>"'`]/g, (letter) => ENTITIES[letter] ?? '');
  if (typeof piece === 'number') return String(piece);
  return html in piece ? piece[html] : piece.map(render).join('');
}

const icon = (shape: Markup): Markup => markup`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shape}</svg>`;

const ring = markup`<circle cx="8" cy="8" r="5.75"/>`;

/** Icons beside text. No icon carries information that the text does not have. */
export const icons: Readonly<Record<BoardGroup, Markup>> = {
  due: icon(markup`${ring}<path d="M8 4.8v3.9m0 2v.4"/>`),
  unknown: icon(markup`${ring}<path d="M6.4 6.6c0-2.2 3.3-2.1 3.3-.1 0 1.3-1.6 1.3-1.6 2.6m0 1.7v.3"/>`),
  blocked: icon(markup`${ring}<path d="M5 8h6"/>`),
  unanswered: icon(markup`<path d="M2.5 3h11v7.5H7l-3 2.75V10.5H2.5Z"/>`),
  review_pending: icon(
    markup`<path d="M1.9 8c3-4.6 9.2-4.6 12.2 0-3 4.6-9.2 4.6-12.2 0Z"/><circle cx="8" cy="8" r="1.9"/>`,
  ),
  in_progress: icon(markup`<path d="M13.75 8A5.75 5.75 0 1 1 8 2.25"/>`),
  incomplete: icon(markup`<circle cx="8" cy="8" r="5.75" stroke-dasharray="2.4 2.1"/>`),
  done: icon(markup`${ring}<path d="m5.6 8.2 1.7 1.7 3.2-3.6"/>`),
};

/** crew's logo: a rowing boat. */
export const boat = markup`<svg class="boat" viewBox="0 0 40 28" aria-hidden="true"><path class="hull" d="M3 14h34c-3 6.5-9 9-17 9S6 20.5 3 14Z"/><path d="m10 3 5 11M20 2v12M30 3l-5 11"/><path class="wave" d="M1 26c3-2 5-2 8 0s5 2 8 0 5-2 8 0 5 2 8 0 4-2 6 0"/></svg>`;
