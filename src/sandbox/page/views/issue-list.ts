import { fullName, type Issue, type Repository } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { avatar } from '../parts/avatar.js';
import { empty } from '../parts/empty.js';
import { icons } from '../parts/icons.js';
import { pill } from '../parts/label.js';
import { when } from '../parts/when.js';
import type { Scene } from '../scene.js';
import type { View } from './frame.js';

export type Filter = 'open' | 'closed';

/** The issues of a repository, newest first, open or closed. */
export function issueList(scene: Scene, { repository, filter }: { repository: Repository; filter: Filter }): View {
  const shown = repository.issues.filter(({ state }) => state === filter).reverse();
  const main = html`
<div class="heading"><div><h1>Issues</h1>${repository.description !== null && html`<p class="quiet">${repository.description}</p>`}</div>
  <a class="button is-main" href="/${fullName(repository)}/issues/new">New issue</a></div>
<div id="issues" class="list" data-live>
  ${filters(repository, filter)}
  ${shown.length === 0 ? nothing(repository, filter) : html`<ul>${shown.map((issue) => row(scene, issue))}</ul>`}
</div>`;
  return { title: `Issues · ${fullName(repository)}`, main, repository, tab: 'issues' };
}

function filters(repository: Repository, filter: Filter): Html {
  const count = (state: Filter) => repository.issues.filter((issue) => issue.state === state).length;
  const choice = (state: Filter, icon: Html) =>
    html`<a href="?state=${state}"${state === filter && html` aria-current="true"`}>${icon}${count(state)} ${state}</a>`;
  return html`<div class="filters" role="group" aria-label="Which issues">${choice('open', icons.open)}${choice('closed', icons.done)}</div>`;
}

function row(scene: Scene, issue: Issue): Html {
  const { author, comments, labels, number } = issue;
  const talk = `${comments.length} comment${comments.length === 1 ? '' : 's'}`;
  return html`<li class="row">${stateIcon(issue)}
  <div><h2><a href="${scene.pathOf(issue)}">${issue.title}</a></h2> <span class="pills">${labels.map(pill)}</span>
    <p class="quiet">#${number} · ${author.login} · ${when(issue.createdAt, scene.now)}${waiting(issue)}</p></div>
  <div class="faces-of">${issue.assignees.map((one) => html`<span title="assigned to ${one.login}">${avatar(one)}</span>`)}</div>
  <span class="talk" title="${talk}"${comments.length === 0 && html` hidden`}>${icons.talk}<span aria-hidden="true">${comments.length}</span><span class="unseen">${talk}</span></span>
</li>`;
}

/** The drawing of an issue's state. */
export function stateIcon({ state, stateReason }: Issue): Html {
  if (state === 'open') return icons.open;
  return stateReason === 'completed' ? icons.done : icons.dropped;
}

function waiting({ blockedBy }: Issue): Piece {
  const open = blockedBy.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  return html` · <span class="waits">waits for ${open.map(({ number }) => `#${number}`).join(', ')}</span>`;
}

function nothing(repository: Repository, filter: Filter): Html {
  if (filter === 'closed') return empty('Nothing is closed yet', 'The first one will rest here.');
  return empty('Calm water', html`No issue is open. <a href="/${fullName(repository)}/issues/new">Make a wave?</a>`);
}
