// An issue or pull request in one line: as a row of a list, a link in a sentence, or an item of the sidebar. Also the open/closed filter of
// lists, and the icon and words of each review state. Used by the timeline and its event lines, and by the views of lists, issues, commits
// and the sidebar.

import type { ReviewState, Thread } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { pathOf, type Scene } from '../scene.js';
import { avatar, pill, when } from './elements.js';
import { icons, stateIcon } from './icons.js';

/** An issue or pull request as a row of a list page; `more` follows the line with author and time. */
export function threadRow(scene: Scene, { thread, more }: { thread: Thread; more: Piece }): Html {
  const { author, comments, labels, number, createdAt, assignees } = thread;
  const talk = `${comments.length} comment${comments.length === 1 ? '' : 's'}`;
  return html`<li class="row">${stateIcon(thread)}
  <div><h2><a href="${scene.pathOf(thread)}">${thread.title}</a></h2> <span class="pills">${labels.map(pill)}</span>
    <p class="quiet">#${number} · ${author.login} · ${when(createdAt, scene.now)}${more}</p></div>
  <div class="faces-of">${assignees.map((one) => html`<span title="assigned to ${one.login}">${avatar(one)}</span>`)}</div>
  <span class="talk" title="${talk}"${comments.length === 0 && html` hidden`}>${icons.talk}<span aria-hidden="true">${comments.length}</span><span class="unseen">${talk}</span></span>
</li>`;
}

/** A link to an issue or pull request within a sentence. */
export function reference(thread: Thread): Html {
  return html`<a class="reference" href="${pathOf(thread)}" title="${thread.title}">#${thread.number}</a>`;
}

/** An issue or pull request as a list item with state, title and number. */
export function threadItem(thread: Thread): Html {
  return html`<li>${stateIcon(thread)}<a href="${pathOf(thread)}">${thread.title}</a> <span class="quiet">#${thread.number}</span></li>`;
}

/** The icon and words of each review state. */
export const reviewVerdicts: { readonly [State in ReviewState]: { readonly icon: Html; readonly says: string } } = {
  APPROVED: { icon: icons.good, says: 'approved these changes' },
  CHANGES_REQUESTED: { icon: icons.failed, says: 'requested changes' },
  COMMENTED: { icon: icons.talk, says: 'reviewed' },
  DISMISSED: { icon: icons.dropped, says: 'review dismissed' },
  PENDING: { icon: icons.waiting, says: 'review pending' },
};

export type Filter = Thread['state'];

/** The switch between open and closed, with counts. */
export function filters(threads: readonly Thread[], { filter, of }: { filter: Filter; of: string }): Html {
  const count = (state: Filter) => threads.filter((thread) => thread.state === state).length;
  const choice = (state: Filter, icon: Html) =>
    html`<a href="?state=${state}"${state === filter && html` aria-current="true"`}>${icon}${count(state)} ${state}</a>`;
  return html`<div class="filters" role="group" aria-label="Filter ${of}">${choice('open', icons.open)}${choice('closed', icons.done)}</div>`;
}
