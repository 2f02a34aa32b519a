// The timeline of the issue and pull request pages: comments, reviews with their threads, commits and events. The files page also shows
// its review comments and reply form.

import type { Review, ReviewComment, ReviewThread, Thread } from '../../github/state.js';
import type { TimelineItem } from '../../github/timeline/timeline.js';
import { type Html, html, type Piece } from '../html/html.js';
import { renderMarkdown } from '../markdown/index.js';
import { isLockedFor, mayResolve, type Scene } from '../scene.js';
import { card } from './card.js';
import { excerpt } from './diff.js';
import { avatar, badge, csrfField, when } from './elements.js';
import { eventLine } from './event-line.js';
import { icons } from './icons.js';
import { reviewVerdicts } from './thread-lines.js';

/** The timeline of an issue or pull request. */
export function timeline(scene: Scene, { thread, items }: { thread: Thread; items: readonly TimelineItem[] }): Piece {
  const commits = new Set(items.flatMap((item) => (item.kind === 'PullRequestCommit' ? [item.sha] : [])));
  const shown = items.filter((item) => !isImplied(thread, item) && !isOwnCommit(item, commits));
  return [card(scene, thread), shown.map((item) => renderItem(scene, { thread, item }))];
}

/**
 * Whether another item of the timeline already shows this one. The merge event shows the closing and the merge commit, and a thread shows a
 * review that contains only a reply.
 */
function isImplied(thread: Thread, item: TimelineItem): boolean {
  if (item.kind === 'PullRequestReview') return isOnlyReply(item);
  const merge = thread.kind === 'PullRequest' ? thread.merge : null;
  if (merge === null) return false;
  return item.kind === 'ClosedEvent' || (item.kind === 'ReferencedEvent' && item.sha === merge.sha);
}

/** Whether the item is a reference by one of the pull request's own commits, which are items themselves. */
const isOwnCommit = (item: TimelineItem, commits: ReadonlySet<string>): boolean =>
  item.kind === 'ReferencedEvent' && commits.has(item.sha);

function renderItem(scene: Scene, { thread, item }: { thread: Thread; item: TimelineItem }): Piece {
  switch (item.kind) {
    case 'IssueComment':
      return card(scene, item);
    case 'PullRequestReview':
      return [renderReview(scene, item), conversationsBegunBy(scene, item)];
    case 'PullRequestCommit': {
      const { message } = thread.repository.commits.peek(item.sha) ?? { message: '' };
      return html`<p class="event" id="commit-${item.sha}">${icons.commit}<span>${message.split('\n')[0]} <a class="when" href="/${thread.repository.owner.login}/${thread.repository.name}/commit/${item.sha}"><code>${item.sha.slice(0, 7)}</code></a> <span class="when">${when(item.date, scene.now)}</span></span></p>`;
    }
    default:
      return eventLine(scene, item);
  }
}

/** A review; without text only its verdict is shown. */
function renderReview(scene: Scene, { id, author, state, body, pull, submittedAt, createdAt }: Review): Html {
  const { icon, says } = reviewVerdicts[state];
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

/** The threads that a review began, with replies. */
export const conversationsBegunBy = (scene: Scene, review: Review): Piece =>
  threadsBegunBy(review).map((thread) => conversation(scene, thread));

/** Whether a review contains only a reply in an existing thread. */
export const isOnlyReply = (review: Review): boolean =>
  review.body.trim() === '' && threadsBegunBy(review).length === 0 && review.pull.threads.some(hasCommentOf(review));

const threadsBegunBy = (review: Review): readonly ReviewThread[] =>
  review.pull.threads.filter(({ comments }) => comments[0]?.review === review);

const hasCommentOf =
  (review: Review) =>
  ({ comments }: ReviewThread): boolean =>
    comments.some((comment) => comment.review === review);

function conversation(scene: Scene, thread: ReviewThread): Html {
  const { origin, comments, id } = thread;
  return html`<article class="file is-talk" id="thread-${id}">
  <header><code>${origin.path}:${lineRange(thread)}</code> ${threadState(thread)}</header>
  ${excerpt(origin.hunk)}
  ${comments.map((comment) => reviewComment(scene, comment))}
  ${replyForm(scene, { thread, tab: 'talk' })}
  ${resolveForm(scene, thread)}
</article>`;
}

/** The button that resolves a thread or opens it again; null if the viewer may not. */
function resolveForm(scene: Scene, { pull, id, resolvedBy, comments }: ReviewThread): Piece {
  if (!mayResolve(scene, pull) || comments[0]?.review.state === 'PENDING') return null;
  const [then, says] =
    resolvedBy === null ? ['resolve', 'Resolve conversation'] : ['unresolve', 'Unresolve conversation'];
  return html`<form class="resolve" method="post" action="${scene.pathOf(pull)}/resolutions" data-send-in-place>${csrfField(scene)}<input type="hidden" name="thread" value="${id}"><button class="button" name="then" value="${then}">${says}</button></form>`;
}

/** The folded form for a reply in a thread; null if the conversation is locked for the viewer. */
export function replyForm(scene: Scene, { thread, tab }: { thread: ReviewThread; tab: 'talk' | 'files' }): Piece {
  const { pull, id } = thread;
  if (isLockedFor(scene.viewer, pull)) return null;
  const field = `reply-${id}`;
  return html`<details class="reply"><summary>Reply</summary><form class="comment-box" method="post" action="${scene.pathOf(pull)}/replies">
  <div class="box">${csrfField(scene)}<input type="hidden" name="thread" value="${id}"><input type="hidden" name="tab" value="${tab}">
    <label class="unseen" for="${field}">Reply as ${scene.viewer.login}</label>
    <textarea id="${field}" name="body" rows="2" required placeholder="Reply as ${scene.viewer.login}"></textarea>
    <div class="buttons"><button class="button is-main" title="Ctrl + Enter">Reply</button></div>
  </div></form></details>`;
}

const lineRange = ({ origin: { startLine, line } }: ReviewThread): string =>
  startLine === null ? String(line) : `${startLine}–${line}`;

/** Who resolved the thread, or that it is outdated, or its current line if that has changed. */
function threadState({ origin, line, resolvedBy }: ReviewThread): Piece {
  if (resolvedBy !== null) return html`<span class="verdict">${icons.done}resolved by ${resolvedBy.login}</span>`;
  if (line === null) return html`<span class="quiet">outdated</span>`;
  return line !== origin.line && html`<span class="quiet">now line ${line}</span>`;
}

/** A comment of a review thread. */
export function reviewComment(
  scene: Scene,
  { id, author, body, createdAt, thread, review: within }: ReviewComment,
): Html {
  const { repository } = thread.pull;
  return html`<section class="said" id="discussion_r${id}">
    <header>${avatar(author)}<strong>${author.login}</strong> ${badge(repository, author)}${within.state === 'PENDING' && html` <span class="badge is-pending">pending</span>`}
      <a class="when" href="#discussion_r${id}">${when(createdAt, scene.now)}</a></header>
    <div class="prose">${renderMarkdown(body, scene.references(repository))}</div>
  </section>`;
}
