// The sidebars of the issue and pull request pages: labels, assignees, projects, blocking issues, reviewers.

import { isBlocked } from '../../github/pulls/mergeability.js';
import { opinionsOf } from '../../github/pulls/review-decision.js';
import { type Issue, type PullRequest, reaches, roleOf, type Thread } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { avatar, csrfField, pill } from '../parts/elements.js';
import { icons } from '../parts/icons.js';
import { reviewVerdicts, threadItem } from '../parts/thread-lines.js';
import { pathOfBoard, type Scene } from '../scene.js';

/** The sidebar of an issue. */
export function issueFacts(scene: Scene, issue: Issue): Html {
  return html`<aside id="facts" class="facts" data-live aria-label="About this issue">
  ${threadSections(scene, issue)}
  <section><h2>Blocked by</h2>${issue.blockedBy.length === 0 ? noneYet : html`<ul class="related">${issue.blockedBy.map(threadItem)}</ul>`}${blockersForm(scene, issue)}</section>
  ${related('Blocking', issue.blocking)}
  ${issue.parent !== null && related('Parent issue', [issue.parent])}
  ${issue.duplicateOf !== null && related('Duplicate of', [issue.duplicateOf])}
  ${related('Linked pull requests', [...issue.closingPulls])}
  ${issue.linkedBranches.length > 0 && html`<section><h2>Branches</h2><ul class="related">${issue.linkedBranches.map(({ name }) => html`<li>${icons.commit}<code>${name}</code></li>`)}</ul></section>`}
</aside>`;
}

/** The sidebar of a pull request. */
export function pullFacts(scene: Scene, pull: PullRequest): Html {
  return html`<aside id="facts" class="facts" data-live aria-label="About this pull request">
  ${threadSections(scene, pull)}
  <section><h2>Reviewers</h2>${reviewers(pull)}</section>
  ${related(pull.merge === null ? 'Closes' : 'Closed', [...new Set([...pull.issuesClosedByText, ...pull.linkedIssues])])}
  ${pull.state === 'open' && isBlocked(pull) && html`<section><h2>Branch protection</h2><p class="quiet">${protectionText(pull)}</p></section>`}
</aside>`;
}

/** Sections that issues and pull requests share. */
function threadSections(scene: Scene, thread: Thread): Piece {
  const { labels, assignees } = thread;
  return [
    html`<section><h2>Labels</h2>${labels.length === 0 ? noneYet : html`<p class="pills">${labels.map(pill)}</p>`}${labelForm(scene, thread)}</section>`,
    html`<section><h2>Assignees</h2>${assignees.length === 0 ? noAssignee : people(assignees)}</section>`,
    onBoards(scene, thread),
  ];
}

const noneYet = html`<p class="quiet">None yet</p>`;
const noAssignee = html`<p class="quiet">No one assigned</p>`;
const noReview = html`<p class="quiet">No reviews</p>`;
const people = (accounts: Thread['assignees']): Piece =>
  accounts.map((one) => html`<p class="person">${avatar(one)} ${one.login}</p>`);

/** The latest verdict of each reviewer, and then the requested reviewers. */
function reviewers(pull: PullRequest): Piece {
  const requested = pull.requestedReviewers.map((who) => ({ who, icon: icons.waiting, says: 'awaiting review' }));
  const reviewed = opinionsOf(pull).map(({ author, state }) => ({ who: author, ...reviewVerdicts[state] }));
  if (requested.length + reviewed.length === 0) return noReview;
  return [...reviewed, ...requested].map(
    ({ who, icon, says }) =>
      html`<p class="person">${avatar(who)} ${who.login} <span class="quiet verdict">${icon}${says}</span></p>`,
  );
}

function protectionText({ repository, base }: PullRequest): string {
  const { requiredReviews = 0, requiredChecks = [] } = repository.rules.get(base.ref) ?? {};
  const reviews =
    requiredReviews > 0 ? [`${requiredReviews} approving review${requiredReviews === 1 ? '' : 's'} required`] : [];
  return [...reviews, ...requiredChecks.map((name) => `${name} required`)].join(', ');
}

/** The boards that contain the issue or pull request, with its status on each. */
function onBoards({ state }: Scene, thread: Thread): Piece {
  const cards = state.projects.flatMap(({ items }) => items.filter(({ content }) => content === thread));
  if (cards.length === 0) return null;
  return html`<section><h2>Projects</h2>${cards.map(
    ({ project, values, archived }) =>
      html`<p><a href="${pathOfBoard(project)}">${project.title}</a> <span class="quiet">${archived ? 'archived' : (values.get('Status')?.value ?? 'No Status')}</span></p>`,
  )}</section>`;
}

function related(title: string, threads: readonly Thread[]): Piece {
  return (
    threads.length > 0 && html`<section><h2>${title}</h2><ul class="related">${threads.map(threadItem)}</ul></section>`
  );
}

const mayTriage = (scene: Scene, { repository }: Thread): boolean =>
  reaches(roleOf(repository, scene.viewer), 'triage');

/** The form that edits labels; null without triage access. */
function labelForm(scene: Scene, thread: Thread): Piece {
  if (!mayTriage(scene, thread)) return null;
  const choice = (name: string, on: boolean) =>
    html`<label><input type="checkbox" name="label" value="${name}"${on && html` checked`}> ${name}</label>`;
  return html`<details class="label-form"><summary>Edit labels</summary>
    <form method="post" action="${scene.pathOf(thread)}/labels" data-send-in-place>${csrfField(scene)}
      ${thread.repository.labels.map((label) => choice(label.name, thread.labels.includes(label)))}
      <button class="button">Save labels</button></form></details>`;
}

/** The form that removes and adds blocking issues; null without triage access. */
function blockersForm(scene: Scene, issue: Issue): Piece {
  if (!mayTriage(scene, issue)) return null;
  const choice = ({ id, number }: Issue) =>
    html`<label><input type="checkbox" name="keep" value="${id}" checked> #${number}</label>`;
  return html`<details class="label-form"><summary>Edit</summary>
    <form method="post" action="${scene.pathOf(issue)}/blocked-by" data-send-in-place>${csrfField(scene)}
      ${issue.blockedBy.map(choice)}
      <label>Add issue <input class="number-box" name="more" inputmode="numeric" pattern="#?[0-9]{1,9}" placeholder="#" autocomplete="off"></label>
      <button class="button">Save</button></form></details>`;
}
