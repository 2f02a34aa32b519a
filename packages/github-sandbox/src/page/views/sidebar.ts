import { opinionsOf } from '../../github/pulls/decision-of.js';
import { isBlocked } from '../../github/pulls/mergeability.js';
import { type Issue, type PullRequest, reaches, roleOf, type Thread } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { icons } from '../parts/icons.js';
import { avatar, csrfField, pill } from '../parts/small.js';
import { line, opinions } from '../parts/thread-lines.js';
import { pathOfBoard, type Scene } from '../scene.js';

/** The sidebar of an issue. */
export function issueFacts(scene: Scene, issue: Issue): Html {
  return html`<aside id="facts" class="facts" data-live aria-label="About this issue">
  ${commonSections(scene, issue)}
  <section><h2>Blocked by</h2>${issue.blockedBy.length === 0 ? nothing : html`<ul class="related">${issue.blockedBy.map(line)}</ul>`}${blockedByForm(scene, issue)}</section>
  ${related('Blocking', issue.blocking)}
  ${issue.parent !== null && related('Parent issue', [issue.parent])}
  ${issue.duplicateOf !== null && related('Duplicate of', [issue.duplicateOf])}
  ${related('Linked pull requests', [...issue.closers])}
  ${issue.linkedBranches.length > 0 && html`<section><h2>Branches</h2><ul class="related">${issue.linkedBranches.map(({ name }) => html`<li>${icons.commit}<code>${name}</code></li>`)}</ul></section>`}
</aside>`;
}

/** The sidebar of a pull request. */
export function pullFacts(scene: Scene, pull: PullRequest): Html {
  return html`<aside id="facts" class="facts" data-live aria-label="About this pull request">
  ${commonSections(scene, pull)}
  <section><h2>Reviewers</h2>${reviewers(pull)}</section>
  ${related(pull.merge === null ? 'Closes' : 'Closed', [...new Set([...pull.closes, ...pull.linked])])}
  ${pull.state === 'open' && isBlocked(pull) && html`<section><h2>Branch protection</h2><p class="quiet">${rules(pull)}</p></section>`}
</aside>`;
}

/** Sections that issues and pull requests share. */
function commonSections(scene: Scene, thread: Thread): Piece {
  const { labels, assignees } = thread;
  return [
    html`<section><h2>Labels</h2>${labels.length === 0 ? nothing : html`<p class="pills">${labels.map(pill)}</p>`}${labelForm(scene, thread)}</section>`,
    html`<section><h2>Assignees</h2>${assignees.length === 0 ? noAssignee : people(assignees)}</section>`,
    onBoards(scene, thread),
  ];
}

const nothing = html`<p class="quiet">None yet</p>`;
const noAssignee = html`<p class="quiet">No one assigned</p>`;
const noReview = html`<p class="quiet">No reviews</p>`;
const people = (accounts: Thread['assignees']): Piece =>
  accounts.map((one) => html`<p class="person">${avatar(one)} ${one.login}</p>`);

/** Requested reviewers, and the latest verdict of each reviewer. */
function reviewers(pull: PullRequest): Piece {
  const asked = pull.requested.map((who) => ({ who, icon: icons.waiting, says: 'awaiting review' }));
  const said = opinionsOf(pull).map(({ author, state }) => ({ who: author, ...opinions[state] }));
  if (asked.length + said.length === 0) return noReview;
  return [...said, ...asked].map(
    ({ who, icon, says }) =>
      html`<p class="person">${avatar(who)} ${who.login} <span class="quiet verdict">${icon}${says}</span></p>`,
  );
}

function rules({ repository, base }: PullRequest): string {
  const { requiredReviews = 0, requiredChecks = [] } = repository.rules.get(base.ref) ?? {};
  const reviews =
    requiredReviews > 0 ? [`${requiredReviews} approving review${requiredReviews === 1 ? '' : 's'} required`] : [];
  return [...reviews, ...requiredChecks.map((name) => `${name} required`)].join(', ');
}

/** The boards with its card, and its status there. */
function onBoards({ state }: Scene, thread: Thread): Piece {
  const cards = state.projects.flatMap(({ items }) => items.filter(({ content }) => content === thread));
  if (cards.length === 0) return null;
  return html`<section><h2>Projects</h2>${cards.map(
    ({ project, values, archived }) =>
      html`<p><a href="${pathOfBoard(project)}">${project.title}</a> <span class="quiet">${archived ? 'archived' : (values.get('Status')?.value ?? 'No Status')}</span></p>`,
  )}</section>`;
}

function related(title: string, threads: readonly Thread[]): Piece {
  return threads.length > 0 && html`<section><h2>${title}</h2><ul class="related">${threads.map(line)}</ul></section>`;
}

const mayTriage = (scene: Scene, { repository }: Thread): boolean =>
  reaches(roleOf(repository, scene.viewer), 'triage');

/** Shown only with triage access. */
function labelForm(scene: Scene, thread: Thread): Piece {
  if (!mayTriage(scene, thread)) return null;
  const choice = (name: string, on: boolean) =>
    html`<label><input type="checkbox" name="label" value="${name}"${on && html` checked`}> ${name}</label>`;
  return html`<details class="label-form"><summary>Edit labels</summary>
    <form method="post" action="${scene.pathOf(thread)}/labels" data-quiet>${csrfField(scene)}
      ${thread.repository.labels.map((label) => choice(label.name, thread.labels.includes(label)))}
      <button class="button">Save labels</button></form></details>`;
}

/** The issues it depends on, with a form to remove and add them. */
function blockedByForm(scene: Scene, issue: Issue): Piece {
  if (!mayTriage(scene, issue)) return null;
  const choice = ({ id, number }: Issue) =>
    html`<label><input type="checkbox" name="keep" value="${id}" checked> #${number}</label>`;
  return html`<details class="label-form"><summary>Edit</summary>
    <form method="post" action="${scene.pathOf(issue)}/blocked-by" data-quiet>${csrfField(scene)}
      ${issue.blockedBy.map(choice)}
      <label>Add issue <input class="number-box" name="more" inputmode="numeric" pattern="#?[0-9]{1,9}" placeholder="#" autocomplete="off"></label>
      <button class="button">Save</button></form></details>`;
}
