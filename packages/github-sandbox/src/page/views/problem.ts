// The pages for a missing path and a refused action. Used by the pages' entry and by the handlers of forms.

import { html } from '../html/html.js';
import { empty } from '../parts/elements.js';
import type { View } from '../scene.js';

/** The page for a missing path. */
export function notFoundPage(path: string): View {
  const hint = html`There is nothing at <code>${path}</code>. <a href="/">Back to the start page.</a>`;
  return { title: 'Not found', status: 404, main: empty('Not found', hint) };
}

/** The page for a refused action, with the reason. */
export function refusedPage(status: number, why: string): View {
  return {
    title: 'Action refused',
    status,
    main: empty('Action refused', html`${why} <a href="/">Back to the start page.</a>`),
  };
}
