// The page of a workflow run. requests/page-at shows it for a URL path.

import type { Repository } from '../../github/state.js';
import type { JobRun, Run, StepRun } from '../../runner/model.js';
import { type Html, html, type Piece } from '../html/html.js';
import { took } from '../html/times.js';
import { renderMarkdown } from '../markdown/index.js';
import { when } from '../parts/elements.js';
import { runStatus } from '../parts/icons.js';
import type { RunPages } from '../run-records.js';
import type { Scene, View } from '../scene.js';

/** The page of a workflow run: jobs, steps, summaries and logs. */
export function runPage(scene: Scene, { repository, run }: { repository: Repository; run: Run }): View {
  const { icon, word } = runStatus(run);
  const pages = scene.runs.pages(run.id);
  const main = html`
<div class="issue-head" id="run-head" data-live><h1>${run.title} <span class="number">${run.workflow} #${run.number}</span></h1>
  <p class="quiet"><span class="state is-${run.status}">${icon}${word}</span> ${run.event} by <strong>${run.actor}</strong> ${when(run.createdAt, scene.now)} on <code>${run.ref.replace('refs/heads/', '')}</code> at <code>${run.sha.slice(0, 8)}</code></p></div>
<div id="run" class="run" data-live>
  ${run.problems.map((problem) => html`<p class="notice">${problem}</p>`)}
  ${pages.summaries.map(({ job, markdown }) => html`<article class="card is-summary"><header><strong>${job}</strong> <span class="when">job summary</span></header><div class="prose">${renderMarkdown(markdown, scene.references(repository))}</div></article>`)}
  ${run.jobs.length === 0 ? html`<p class="quiet">No job of this run has begun.</p>` : run.jobs.map((one) => job(one, pages))}
</div>`;
  return { title: `${run.title} · ${run.workflow}`, main, repository, tab: 'actions' };
}

function job(record: JobRun, { logs }: RunPages): Html {
  const { icon, word } = runStatus(record);
  const lines = logs
    .filter((log) => log.job === record.name || log.job === record.key)
    .flatMap(({ text }) => text.split('\n'));
  const { before, bySteps } = splitLog(lines, record.steps);
  return html`<section class="job" id="job-${record.id}"><h2>${icon}${record.name} <span class="quiet">${word}${duration(record)}</span></h2>
  ${record.annotations.map(({ level, message }) => html`<p class="notice is-${level}">${message}</p>`)}
  ${before.length > 0 && html`<details><summary>Log before the first step</summary><pre>${before.join('\n')}</pre></details>`}
  ${record.steps.length > 0 && html`<ol class="steps">${record.steps.map((one, n) => step(one, bySteps[n] ?? []))}</ol>`}</section>`;
}

/** The lines of a job's log by step. The runner begins those of a step with a line that names it. */
function splitLog(
  lines: readonly string[],
  steps: readonly StepRun[],
): { readonly before: readonly string[]; readonly bySteps: readonly (readonly string[])[] } {
  const before: string[] = [];
  const bySteps: string[][] = steps.map(() => []);
  let current = -1;
  for (const line of lines) {
    const next = steps.findIndex(({ name }, n) => n > current && line === `▸ ${name}`);
    if (next >= 0) current = next;
    else (bySteps[current] ?? before).push(line);
  }
  return { before, bySteps };
}

/** A step, with its log below it if it printed something. */
function step(record: StepRun, log: readonly string[]): Html {
  const { icon, word } = runStatus(record);
  const name = html`${icon}<span>${shownName(record.name)}</span> <span class="quiet">${word}</span>`;
  if (log.length === 0) return html`<li>${name}</li>`;
  return html`<li><details${record.conclusion === 'failure' && html` open`}><summary>${name}</summary><pre>${log.join('\n')}</pre></details></li>`;
}

/** The name as GitHub shows it. A step without a name has that of its action; it gets the prefix `Run`, and its SHA is shortened. */
const shownName = (name: string): string =>
  /^[\w.-]*\/[\w./-]+(?:@\S+)?$/.test(name) ? `Run ${name.replace(/@([0-9a-f]{7})[0-9a-f]{33}$/, '@$1')}` : name;

function duration({ startedAt, completedAt }: JobRun): Piece {
  return startedAt !== undefined && completedAt !== undefined && ` in ${took(startedAt, completedAt)}`;
}
