import { fullName, type Issue } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { card } from '../parts/card.js';
import { when } from '../parts/when.js';
import type { Scene } from '../scene.js';
import { commentBox, type Draft } from './comment-box.js';
import type { View } from './frame.js';
import { issueFacts } from './issue-facts.js';
import { stateIcon } from './issue-list.js';

/** An issue with its thread, what is known about it, and a box to comment. */
export function issuePage(scene: Scene, { issue, draft }: { issue: Issue; draft?: Draft }): View {
  const main = html`
<div id="issue-head" class="issue-head" data-live>
  <h1>${issue.title} <span class="number">#${issue.number}</span></h1>
  <p class="quiet">${stateBadge(issue)} <strong>${issue.author.login}</strong> opened it ${when(issue.createdAt, scene.now)}</p>
</div>
<div class="sides">
  <div>
    <div id="thread" class="thread" data-live="list">${card(scene, issue)}${issue.comments.map((comment) => card(scene, comment))}</div>
    ${commentBox(scene, { issue, draft })}
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

const closedAs = { completed: 'Done', not_planned: 'Not planned', duplicate: 'Duplicate', reopened: 'Closed' } as const;

function stateBadge(issue: Issue): Html {
  const word = issue.state === 'open' ? 'Open' : closedAs[issue.stateReason ?? 'completed'];
  return html`<span class="state is-${issue.state}">${stateIcon(issue)}${word}</span>`;
}
