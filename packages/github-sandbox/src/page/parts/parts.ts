import type { Issue } from '../../github/state.js';
import { html, type Piece } from '../html/html.js';
import { line } from './reference.js';

/** The parts of an issue, with how many of them are done. */
export function parts({ subIssues }: Issue): Piece {
  const done = subIssues.filter(({ state }) => state === 'closed').length;
  const total = subIssues.length;
  // The place is always there, so that an open page can be told of a first part.
  if (total === 0) return html`<div id="parts" data-live></div>`;
  return html`<section id="parts" class="parts" data-live aria-label="Parts">
  <h2>Parts <span class="quiet">${done} of ${total} done</span></h2>
  <progress value="${done}" max="${total}">${done} of ${total}</progress>
  <ul class="related">${subIssues.map(line)}</ul>
</section>`;
}
