import type { Label } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { hueOfColor } from '../html/hue.js';

/** A label as a pill. Its colour is brought to the nearest hue of the page, so that every label can be read. */
export function pill({ name, color, description }: Label): Html {
  return html`<span class="pill ${hueOfColor(color)}"${description !== null && html` title="${description}"`}>${name}</span>`;
}
