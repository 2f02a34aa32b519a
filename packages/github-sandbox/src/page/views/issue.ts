// The page of an issue, and the form for a new issue, which is also shown again when its text is rejected. Used by requests/.

import { fullName, type Issue, type Repository } from '../../github/state.js';
import type { TimelineItem } from '../../github/timeline/timeline.js';
import { html, type Piece } from '../html/html.js';
import { avatar, csrfField, when } from '../parts/elements.js';
import { stateBadge } from '../parts/icons.js';
import { threadItem } from '../parts/thread-lines.js';
import { timeline } from '../parts/timeline.js';
import type { Scene, View } from '../scene.js';
import { commentBox, type Draft } from './comment-box.js';
import { issueFacts } from './sidebar.js';

export type ShownIssue = {
  readonly issue: Issue;
  readonly items: readonly TimelineItem[];
  readonly draft?: Draft | undefined;
};

/** The page of an issue. */
export function issuePage(scene: Scene, { issue, items, draft }: ShownIssue): View {
  const main = html`
<div id="issue-head" class="issue-head" data-live>
  <h1>${issue.title} <span class="number">#${issue.number}</span></h1>
  <p class="quiet">${stateBadge(issue)} <strong>${issue.author.login}</strong> opened this issue ${when(issue.createdAt, scene.now)}</p>
</div>
<div class="sides">
  <div>
    ${subIssueSection(issue)}
    <div id="thread" class="thread" data-live="list">${timeline(scene, { thread: issue, items })}</div>
    ${commentBox(scene, { thread: issue, draft })}
  </div>
  ${issueFacts(scene, issue)}
</div>`;
  return {
    title: `${issue.title} · #${issue.number} · ${fullName(issue.repository)}`,
    main,
    repository: issue.repository,
    tab: 'issues',
    ...(draft === undefined ? {} : { status: 422 }),
  };
}

export type IssueDraft = { readonly title: string; readonly body: string; readonly problem: string };

/** The form for a new issue, with its text if it was rejected. */
export function newIssue(scene: Scene, { repository, draft }: { repository: Repository; draft?: IssueDraft }): View {
  const home = `/${fullName(repository)}/issues`;
  const main = html`
<div class="heading"><h1>New issue</h1></div>
<form class="comment-box" method="post" action="${home}">${avatar(scene.viewer)}
  <div class="box">${csrfField(scene)}
    <label for="title">Title</label>
    <input id="title" name="title" value="${draft?.title}" required maxlength="256" autocomplete="off" placeholder="Title" aria-describedby="title-problem">
    <p class="problem" id="title-problem" role="alert">${draft?.problem}</p>
    <label for="body">Description</label>
    <textarea id="body" name="body" rows="10" placeholder="Type your description here…">
${draft?.body}</textarea>
    <div class="below"><p class="hint">As <strong>${scene.viewer.login}</strong></p>
      <div class="buttons"><a class="button" href="${home}">Cancel</a><button class="button is-main" title="Ctrl + Enter">Create</button></div></div>
  </div>
</form>`;
  const status = draft === undefined ? {} : { status: 422 };
  return { title: `New issue · ${fullName(repository)}`, main, repository, tab: 'issues', ...status };
}

/** The sub-issues with their progress. */
export function subIssueSection({ subIssues }: Issue): Piece {
  const done = subIssues.filter(({ state }) => state === 'closed').length;
  const total = subIssues.length;
  // The element exists even without sub-issues, so that the live script can update it.
  if (total === 0) return html`<div id="parts" data-live></div>`;
  return html`<section id="parts" class="parts" data-live aria-label="Sub-issues">
  <h2>Sub-issues <span class="quiet">${done} of ${total} done</span></h2>
  <progress value="${done}" max="${total}">${done} of ${total}</progress>
  <ul class="related">${subIssues.map(threadItem)}</ul>
</section>`;
}
