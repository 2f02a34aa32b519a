import type { Thread } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { icons } from './icons.js';

export type Filter = Thread['state'];

/** The choice between what is open and what is closed, each with its number. */
export function filters(threads: readonly Thread[], { filter, of }: { filter: Filter; of: string }): Html {
  const count = (state: Filter) => threads.filter((thread) => thread.state === state).length;
  const choice = (state: Filter, icon: Html) =>
    html`<a href="?state=${state}"${state === filter && html` aria-current="true"`}>${icon}${count(state)} ${state}</a>`;
  return html`<div class="filters" role="group" aria-label="Which ${of}">${choice('open', icons.open)}${choice('closed', icons.done)}</div>`;
}
