import { fullName, type Issue, type Repository } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { empty } from '../parts/empty.js';
import { type Filter, filters } from '../parts/filters.js';
import { row } from '../parts/row.js';
import type { Scene } from '../scene.js';
import type { View } from './frame.js';

/** The issues of a repository, newest first, open or closed. */
export function issueList(scene: Scene, { repository, filter }: { repository: Repository; filter: Filter }): View {
  const shown = repository.issues.filter(({ state }) => state === filter).sort((a, b) => b.number - a.number);
  const main = html`
<div class="heading"><div><h1>Issues</h1>${repository.description !== null && html`<p class="quiet">${repository.description}</p>`}</div>
  <a class="button is-main" href="/${fullName(repository)}/issues/new">New issue</a></div>
<div id="issues" class="list" data-live>
  ${filters(repository.issues, { filter, of: 'issues' })}
  ${shown.length === 0 ? nothing(repository, filter) : html`<ul>${shown.map((thread) => row(scene, { thread, more: waiting(thread) }))}</ul>`}
</div>`;
  return { title: `Issues · ${fullName(repository)}`, main, repository, tab: 'issues' };
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
