import { ago } from '../html/ago.js';
import { type Html, html } from '../html/html.js';

/** A moment: how long ago for reading, the exact time for asking. */
export function when(iso: string, now: number): Html {
  return html`<time datetime="${iso}" title="${iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}">${ago(iso, now)}</time>`;
}
