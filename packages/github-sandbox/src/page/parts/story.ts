import type { Review, Thread } from '../../github/state.js';
import type { TimelineItem } from '../../github/timeline/timeline-of.js';
import { type Html, html, type Piece } from '../html/html.js';
import { renderMarkdown } from '../markdown/index.js';
import type { Scene } from '../scene.js';
import { avatar } from './avatar.js';
import { badge } from './badge.js';
import { card } from './card.js';
import { happening } from './happening.js';
import { icons } from './icons.js';
import { opinions } from './opinions.js';
import { isOnlyAnswer, remarks } from './remarks.js';
import { when } from './when.js';

/** A thread from its first word to its last: what was said, and between it what happened. */
export function story(scene: Scene, { thread, items }: { thread: Thread; items: readonly TimelineItem[] }): Piece {
  const told = items.filter((item) => !goesWithoutSaying(thread, item));
  return [card(scene, thread), told.map((item) => one(scene, { thread, item }))];
}

/** That a merge closes what it merges, and that its commit names it; that whoever answers in a thread reviews. */
function goesWithoutSaying(thread: Thread, item: TimelineItem): boolean {
  if (item.kind === 'PullRequestReview') return isOnlyAnswer(item);
  const merge = thread.kind === 'PullRequest' ? thread.merge : null;
  if (merge === null) return false;
  return item.kind === 'ClosedEvent' || (item.kind === 'ReferencedEvent' && item.sha === merge.sha);
}

function one(scene: Scene, { thread, item }: { thread: Thread; item: TimelineItem }): Piece {
  switch (item.kind) {
    case 'IssueComment':
      return card(scene, item);
    case 'PullRequestReview':
      return [review(scene, item), remarks(scene, item)];
    case 'PullRequestCommit': {
      const { message } = thread.repository.commits.peek(item.sha) ?? { message: '' };
      return html`<p class="event" id="commit-${item.sha}">${icons.commit}<span>${message.split('\n')[0]} <a class="when" href="/${thread.repository.owner.login}/${thread.repository.name}/commit/${item.sha}"><code>${item.sha.slice(0, 7)}</code></a> <span class="when">${when(item.date, scene.now)}</span></span></p>`;
    }
    default:
      return happening(scene, item);
  }
}

/** A review is a comment that carries a verdict; where nothing was written the verdict stands alone. */
function review(scene: Scene, { id, author, state, body, pull, submittedAt, createdAt }: Review): Html {
  const { icon, says } = opinions[state];
  const at = when(submittedAt ?? createdAt, scene.now);
  if (body.trim() === '') {
    return html`<p class="event" id="pullrequestreview-${id}">${avatar(author)}<span><strong>${author.login}</strong> <span class="verdict">${icon}${says}</span> <span class="when">${at}</span></span></p>`;
  }
  return html`<article class="card is-${state.toLowerCase()}" id="pullrequestreview-${id}">
    ${avatar(author)}
    <header><strong>${author.login}</strong> ${badge(pull.repository, author)} <span class="verdict">${icon}${says}</span>
      <a class="when" href="#pullrequestreview-${id}">${at}</a></header>
    <div class="prose">${renderMarkdown(body, scene.references(pull.repository))}</div>
  </article>`;
}
