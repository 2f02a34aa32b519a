import { type Html, html, type Piece } from '../html/html.js';
import { boat } from './icons.js';

/** A place where nothing is yet: what it means, and what one could do. */
export function empty(title: string, hint: Piece): Html {
  return html`<div class="empty">${boat}<h2>${title}</h2><p>${hint}</p></div>`;
}
