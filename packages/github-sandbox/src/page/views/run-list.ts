import { fullName, type Repository } from '../../github/state.js';
import type { Run } from '../../runner/model.js';
import { took } from '../html/ago.js';
import { type Html, html } from '../html/html.js';
import { empty } from '../parts/empty.js';
import { progress } from '../parts/progress.js';
import { when } from '../parts/when.js';
import type { Scene } from '../scene.js';
import type { View } from './frame.js';

/** The workflow runs of a repository, newest first. */
export function runList(scene: Scene, repository: Repository): View {
  const runs = [...scene.runs.list(fullName(repository))].reverse();
  const main = html`
<div class="heading"><div><h1>Actions</h1><p class="quiet">Workflow runs, newest first.</p></div></div>
<div class="list" id="runs" data-live>${
    runs.length === 0
      ? empty(
          'Nothing has run yet',
          'A run begins when something happens that a workflow in .github/workflows is triggered by.',
        )
      : html`<ul>${runs.map((run) => row(scene, run))}</ul>`
  }</div>`;
  return { title: `Actions · ${fullName(repository)}`, main, repository, tab: 'actions' };
}

function row(scene: Scene, run: Run): Html {
  const { icon, word } = progress(run);
  return html`<li class="row">${icon}<div><h2><a href="/${run.repo}/runs/${run.id}">${run.title}</a></h2>
    <p class="quiet">${run.workflow} #${run.number} · ${run.event} · ${run.actor} · ${when(run.createdAt, scene.now)}</p></div>
    <span class="quiet">${word}${run.completedAt !== undefined && ` in ${took(run.createdAt, run.completedAt)}`}</span></li>`;
}
