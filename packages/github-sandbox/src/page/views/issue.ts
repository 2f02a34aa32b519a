import { fullName, type Issue } from '../../github/state.js';
import type { TimelineItem } from '../../github/timeline/timeline-of.js';
import { html } from '../html/html.js';
import { parts } from '../parts/parts.js';
import { stateBadge } from '../parts/state.js';
import { story } from '../parts/story.js';
import { when } from '../parts/when.js';
import type { Scene } from '../scene.js';
import { commentBox, type Draft } from './comment-box.js';
import { issueFacts } from './facts.js';
import type { View } from './frame.js';

export type ShownIssue = {
  readonly issue: Issue;
  readonly items: readonly TimelineItem[];
  readonly draft?: Draft | undefined;
};

/** An issue with its thread, what is known about it, and a box to comment. */
export function issuePage(scene: Scene, { issue, items, draft }: ShownIssue): View {
  const main = html`
<div id="issue-head" class="issue-head" data-live>
  <h1>${issue.title} <span class="number">#${issue.number}</span></h1>
  <p class="quiet">${stateBadge(issue)} <strong>${issue.author.login}</strong> opened it ${when(issue.createdAt, scene.now)}</p>
</div>
<div class="sides">
  <div>
    ${parts(issue)}
    <div id="thread" class="thread" data-live="list">${story(scene, { thread: issue, items })}</div>
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
