import type { Thread } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { pathOf } from '../scene.js';
import { stateIcon } from './state.js';

/** An issue or pull request in a sentence. */
export function reference(thread: Thread): Html {
  return html`<a class="reference" href="${pathOf(thread)}" title="${thread.title}">#${thread.number}</a>`;
}

/** The same as a line of its own, with where it stands and what it is about. */
export function line(thread: Thread): Html {
  return html`<li>${stateIcon(thread)}<a href="${pathOf(thread)}">${thread.title}</a> <span class="quiet">#${thread.number}</span></li>`;
}
