// The list pages: issues, pull requests, workflow runs and repositories. requests/page-at shows them for a URL path.

import { fullName, type Issue, type PullRequest, type Repository } from '../../github/state.js';
import type { Run } from '../../runner/model.js';
import { type Html, html, type Piece } from '../html/html.js';
import { took } from '../html/times.js';
import { empty, when } from '../parts/elements.js';
import { icons, runStatus } from '../parts/icons.js';
import { type Filter, filters, threadRow } from '../parts/thread-lines.js';
import { checksVerdict, reviewVerdict, verdictLabel } from '../parts/verdicts.js';
import type { Scene, View } from '../scene.js';

/** The open or closed issues of a repository, newest first. */
export function issueList(scene: Scene, { repository, filter }: { repository: Repository; filter: Filter }): View {
  const shown = repository.issues.filter(({ state }) => state === filter).sort((a, b) => b.number - a.number);
  const main = html`
<div class="heading"><div><h1>Issues</h1>${repository.description !== null && html`<p class="quiet">${repository.description}</p>`}</div>
  <a class="button is-main" href="/${fullName(repository)}/issues/new">New issue</a></div>
<div id="issues" class="list" data-live>
  ${filters(repository.issues, { filter, of: 'issues' })}
  ${shown.length === 0 ? noIssues(repository, filter) : html`<ul>${shown.map((thread) => threadRow(scene, { thread, more: openBlockers(thread) }))}</ul>`}
</div>`;
  return { title: `Issues · ${fullName(repository)}`, main, repository, tab: 'issues' };
}

function openBlockers({ blockedBy }: Issue): Piece {
  const open = blockedBy.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  return html` · <span class="waits">blocked by ${open.map(({ number }) => `#${number}`).join(', ')}</span>`;
}

function noIssues(repository: Repository, filter: Filter): Html {
  if (filter === 'closed') return empty('There are no closed issues.', 'Closed issues appear here.');
  return empty('There are no open issues.', html`<a href="/${fullName(repository)}/issues/new">New issue</a>`);
}

/** The open or closed pull requests of a repository, newest first. */
export function pullList(scene: Scene, { repository, filter }: { repository: Repository; filter: Filter }): View {
  const shown = repository.pulls.filter(({ state }) => state === filter).sort((a, b) => b.number - a.number);
  const main = html`
<div class="heading"><div><h1>Pull requests</h1><p class="quiet">Proposed changes to ${repository.name}.</p></div></div>
<div id="pulls" class="list" data-live>
  ${filters(repository.pulls, { filter, of: 'pull requests' })}
  ${shown.length === 0 ? noPulls(filter) : html`<ul>${shown.map((thread) => threadRow(scene, { thread, more: pullStatus(thread) }))}</ul>`}
</div>`;
  return { title: `Pull requests · ${fullName(repository)}`, main, repository, tab: 'pulls' };
}

function pullStatus(pull: PullRequest): Piece {
  if (pull.merge !== null) return html` · merged by ${pull.merge.by.login}`;
  if (pull.state === 'closed') return ' · closed without merging';
  const checks = checksVerdict(pull);
  const review = pull.draft ? html` · draft` : html` · ${verdictLabel(reviewVerdict(pull))}`;
  return [review, checks !== null && html` · ${verdictLabel(checks)}`];
}

function noPulls(filter: Filter) {
  return filter === 'closed'
    ? empty('There are no closed pull requests.', 'Merged and closed pull requests appear here.')
    : empty('There are no open pull requests.', 'Open pull requests appear here.');
}

/** The workflow runs of a repository, newest first. */
export function runList(scene: Scene, repository: Repository): View {
  const runs = [...scene.runs.list(fullName(repository))].reverse();
  const main = html`
<div class="heading"><div><h1>Actions</h1><p class="quiet">Workflow runs, newest first.</p></div></div>
<div class="list" id="runs" data-live>${
    runs.length === 0
      ? empty('There are no workflow runs yet.', 'A run starts when an event triggers a workflow in .github/workflows.')
      : html`<ul>${runs.map((run) => runRow(scene, run))}</ul>`
  }</div>`;
  return { title: `Actions · ${fullName(repository)}`, main, repository, tab: 'actions' };
}

function runRow(scene: Scene, run: Run): Html {
  const { icon, word } = runStatus(run);
  return html`<li class="row">${icon}<div><h2><a href="/${run.repo}/runs/${run.id}">${run.title}</a></h2>
    <p class="quiet">${run.workflow} #${run.number} · ${run.event} · ${run.actor} · ${when(run.createdAt, scene.now)}</p></div>
    <span class="quiet">${word}${run.completedAt !== undefined && ` in ${took(run.createdAt, run.completedAt)}`}</span></li>`;
}

/** The repositories that the viewer can see. */
export function repositoryList(repositories: readonly Repository[]): View {
  const main = html`
<div class="heading"><h1>Repositories</h1></div>
<div class="list" id="repositories" data-live>${
    repositories.length === 0
      ? empty('There are no repositories.', 'This sandbox was started without a repository.')
      : html`<ul>${repositories.map(repositoryRow)}</ul>`
  }</div>`;
  return { title: 'Repositories', main };
}

function repositoryRow(repository: Repository) {
  const open = repository.issues.filter(({ state }) => state === 'open').length;
  return html`<li class="row">${icons.open}<div><h2><a href="/${fullName(repository)}">${fullName(repository)}</a></h2>
    <p class="quiet">${repository.parent === null ? repository.description : `forked from ${fullName(repository.parent)}`}</p></div><span class="quiet">${open} open</span></li>`;
}
