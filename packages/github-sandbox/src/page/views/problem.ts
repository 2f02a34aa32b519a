import { html } from '../html/html.js';
import { empty } from '../parts/small.js';
import type { View } from '../scene.js';

/** The page for a missing path. */
export function notFoundPage(path: string): View {
  const hint = html`There is nothing at <code>${path}</code>. <a href="/">Back to the shore.</a>`;
  return { title: 'Not found', status: 404, main: empty('Open sea', hint) };
}

/** The page for a refused action, with the reason. */
export function refusedPage(status: number, why: string): View {
  return { title: 'Not done', status, main: empty('Not done', html`${why} <a href="/">Back to the shore.</a>`) };
}
