import type { Review, ReviewComment, ReviewThread } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { renderMarkdown } from '../markdown/index.js';
import type { Scene } from '../scene.js';
import { avatar } from './avatar.js';
import { badge } from './badge.js';
import { excerpt } from './diff.js';
import { icons } from './icons.js';
import { when } from './when.js';

/** What a review said beside lines, each with what was answered since. */
export const remarks = (scene: Scene, review: Review): Piece =>
  begunBy(review).map((thread) => conversation(scene, thread));

/** A review that is nothing but an answer: it stands in the thread that it answers. */
export const isOnlyAnswer = (review: Review): boolean =>
  review.body.trim() === '' && begunBy(review).length === 0 && review.pull.threads.some(has(review));

const begunBy = (review: Review): readonly ReviewThread[] =>
  review.pull.threads.filter(({ comments }) => comments[0]?.review === review);

const has =
  (review: Review) =>
  ({ comments }: ReviewThread): boolean =>
    comments.some((comment) => comment.review === review);

function conversation(scene: Scene, thread: ReviewThread): Html {
  const { began, comments, id } = thread;
  return html`<article class="file is-talk" id="thread-${id}">
  <header><code>${began.path}:${lines(thread)}</code> ${state(thread)}</header>
  ${excerpt(began.hunk)}
  ${comments.map((comment) => said(scene, comment))}
</article>`;
}

const lines = ({ began: { startLine, line } }: ReviewThread): string =>
  startLine === null ? String(line) : `${startLine}–${line}`;

/** Settled by somebody, or left behind by the line it was about; else where the line is by now. */
function state({ began, line, resolvedBy }: ReviewThread): Piece {
  if (resolvedBy !== null) return html`<span class="verdict">${icons.done}settled by ${resolvedBy.login}</span>`;
  if (line === null) return html`<span class="quiet">the line has changed since</span>`;
  return line !== began.line && html`<span class="quiet">line ${line} by now</span>`;
}

function said(scene: Scene, { id, author, body, createdAt, thread }: ReviewComment): Html {
  const { repository } = thread.pull;
  return html`<section class="said" id="discussion_r${id}">
    <header>${avatar(author)}<strong>${author.login}</strong> ${badge(repository, author)}
      <a class="when" href="#discussion_r${id}">${when(createdAt, scene.now)}</a></header>
    <div class="prose">${renderMarkdown(body, scene.references(repository))}</div>
  </section>`;
}
