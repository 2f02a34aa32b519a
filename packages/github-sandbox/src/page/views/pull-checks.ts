import { checkRunsOf } from '../../github/pulls/checks-of.js';
import type { CheckAnnotation, CheckRun, PullRequest } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { renderMarkdown } from '../markdown/index.js';
import { icons } from '../parts/icons.js';
import { checkVerdict } from '../parts/verdicts.js';
import type { Scene } from '../scene.js';

/** What the checks of a pull request have to say, and beside which lines. */
export function pullChecks(scene: Scene, pull: PullRequest): Html {
  const checks = checkRunsOf(pull.repository, pull.head.sha).filter(({ summary }) => summary !== null);
  const body =
    checks.length === 0
      ? html`<p class="quiet">No check has said anything yet.</p>`
      : checks.map((check) => shown(scene, { pull, check }));
  return html`<div id="checks" class="thread" data-live>${body}</div>`;
}

function shown(scene: Scene, { pull, check }: { pull: PullRequest; check: CheckRun }): Html {
  const { icon, says } = checkVerdict(check);
  return html`<article class="card is-summary"><header>${icon} <strong>${check.name}</strong> ${check.title ?? ''} <span class="when">${says}</span></header>
  <div class="prose">${renderMarkdown(check.summary ?? '', scene.references(pull.repository))}</div>
  ${check.annotations.length > 0 && html`<ul class="annotations">${check.annotations.map(annotation)}</ul>`}</article>`;
}

const marks = { failure: icons.failed, warning: icons.blocked, notice: icons.note } as const;

function annotation({ path, start_line, annotation_level, title, message }: CheckAnnotation): Html {
  return html`<li class="is-${annotation_level}"><p>${marks[annotation_level]} <code>${path}:${start_line}</code> <strong>${title ?? ''}</strong></p><pre>${message}</pre></li>`;
}
