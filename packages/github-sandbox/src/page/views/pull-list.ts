import { fullName, type PullRequest, type Repository } from '../../github/state.js';
import { html, type Piece } from '../html/html.js';
import { empty } from '../parts/empty.js';
import { type Filter, filters } from '../parts/filters.js';
import { row } from '../parts/row.js';
import { checksVerdict, mark, reviewVerdict } from '../parts/verdicts.js';
import type { Scene } from '../scene.js';
import type { View } from './frame.js';

/** The pull requests of a repository, newest first, open or closed. */
export function pullList(scene: Scene, { repository, filter }: { repository: Repository; filter: Filter }): View {
  const shown = repository.pulls.filter(({ state }) => state === filter).sort((a, b) => b.number - a.number);
  const main = html`
<div class="heading"><div><h1>Pull requests</h1><p class="quiet">Work that somebody offers to ${repository.name}.</p></div></div>
<div id="pulls" class="list" data-live>
  ${filters(repository.pulls, { filter, of: 'pull requests' })}
  ${shown.length === 0 ? nothing(filter) : html`<ul>${shown.map((thread) => row(scene, { thread, more: standing(thread) }))}</ul>`}
</div>`;
  return { title: `Pull requests · ${fullName(repository)}`, main, repository, tab: 'pulls' };
}

function standing(pull: PullRequest): Piece {
  if (pull.merge !== null) return html` · merged by ${pull.merge.by.login}`;
  if (pull.state === 'closed') return ' · closed without a merge';
  const checks = checksVerdict(pull);
  const review = pull.draft ? html` · draft` : html` · ${mark(reviewVerdict(pull))}`;
  return [review, checks !== null && html` · ${mark(checks)}`];
}

function nothing(filter: Filter) {
  return filter === 'closed'
    ? empty('Nothing came home yet', 'What is merged or closed will rest here.')
    : empty('Nobody is on the way', 'A pull request that is opened appears here.');
}
