import { type Issue, reaches, roleOf } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { avatar } from '../parts/avatar.js';
import { pill } from '../parts/label.js';
import { proof } from '../parts/proof.js';
import type { Scene } from '../scene.js';
import { stateIcon } from './issue-list.js';

/** What stands beside a thread: labels, people, and what the issue waits for. */
export function issueFacts(scene: Scene, issue: Issue): Html {
  const frees = issue.repository.issues.filter(({ blockedBy }) => blockedBy.includes(issue));
  return html`<aside id="facts" class="facts" data-live aria-label="About this issue">
  <section><h2>Labels</h2>${issue.labels.length === 0 ? none : html`<p class="pills">${issue.labels.map(pill)}</p>`}${labelForm(scene, issue)}</section>
  <section><h2>Assigned</h2>${issue.assignees.length === 0 ? html`<p class="quiet">nobody yet</p>` : issue.assignees.map((one) => html`<p class="person">${avatar(one)} ${one.login}</p>`)}</section>
  ${related('Waits for', { issues: issue.blockedBy, scene })}
  ${related('Frees', { issues: frees, scene })}
  ${issue.duplicateOf !== null && related('Duplicate of', { issues: [issue.duplicateOf], scene })}
</aside>`;
}

const none = html`<p class="quiet">none</p>`;

function related(title: string, { issues, scene }: { issues: readonly Issue[]; scene: Scene }): Piece {
  if (issues.length === 0) return null;
  const line = (issue: Issue) =>
    html`<li>${stateIcon(issue)}<a href="${scene.pathOf(issue)}">${issue.title}</a> <span class="quiet">#${issue.number}</span></li>`;
  return html`<section><h2>${title}</h2><ul class="related">${issues.map(line)}</ul></section>`;
}

/** Only who may sort issues is offered it. */
function labelForm(scene: Scene, issue: Issue): Piece {
  if (!reaches(roleOf(issue.repository, scene.viewer), 'triage')) return null;
  const choice = (name: string, on: boolean) =>
    html`<label><input type="checkbox" name="label" value="${name}"${on && html` checked`}> ${name}</label>`;
  return html`<details class="label-form"><summary>Change labels</summary>
    <form method="post" action="${scene.pathOf(issue)}/labels" data-quiet>${proof(scene)}
      ${issue.repository.labels.map((label) => choice(label.name, issue.labels.includes(label)))}
      <button class="button">Save labels</button></form></details>`;
}
