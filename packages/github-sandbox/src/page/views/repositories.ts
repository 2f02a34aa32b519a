import { fullName, type Repository } from '../../github/state.js';
import { html } from '../html/html.js';
import { empty } from '../parts/empty.js';
import { icons } from '../parts/icons.js';
import type { View } from './frame.js';

/** The repositories of this sandbox that one may see. */
export function repositoryList(repositories: readonly Repository[]): View {
  const main = html`
<div class="heading"><h1>Repositories</h1></div>
<div class="list" id="repositories" data-live>${
    repositories.length === 0
      ? empty('An empty harbour', 'No repository was seeded into this sandbox.')
      : html`<ul>${repositories.map(row)}</ul>`
  }</div>`;
  return { title: 'Repositories', main };
}

function row(repository: Repository) {
  const open = repository.issues.filter(({ state }) => state === 'open').length;
  return html`<li class="row">${icons.open}<div><h2><a href="/${fullName(repository)}">${fullName(repository)}</a></h2>
    <p class="quiet">${repository.parent === null ? repository.description : `a fork of ${fullName(repository.parent)}`}</p></div><span class="quiet">${open} open</span></li>`;
}
