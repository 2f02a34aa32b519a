// The files tab of the pull request page: diffs with review threads, check annotations, and the forms for comments and the review. Used by
// pull.ts; requests/page-at uses its type.

import { commentsOf, pendingReviewOf } from '../../github/acts/reviews.js';
import { checkRunsOf } from '../../github/pulls/checks.js';
import type { Account, PullRequest, ReviewComment, ReviewThread } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { diff, type Line, type LineParts } from '../parts/diff.js';
import { csrfField } from '../parts/elements.js';
import { replyForm, reviewComment } from '../parts/timeline.js';
import { annotationText } from '../parts/verdicts.js';
import type { PullContents } from '../pull-cache.js';
import { isLockedFor, type Scene } from '../scene.js';
import type { Draft } from './comment-box.js';

/** A line of the new side, on which the viewer comments. */
export type ChosenLine = { readonly path: string; readonly line: number };

type Given = {
  readonly pull: PullRequest;
  readonly contents: PullContents;
  /** The line with an open comment form. */
  readonly chosen?: ChosenLine | undefined;
  readonly draft?: Draft | undefined;
};

/** The changed files of a pull request with its review threads. The number of a line opens a comment form below it. */
export function pullFiles(scene: Scene, given: Given): Html {
  const { pull, contents } = given;
  const mayComment = !isLockedFor(scene.viewer, pull) && contents.changes.length > 0;
  const hint = mayComment && html`<p class="quiet">To comment on a line, choose its underlined number.</p>`;
  return html`<div id="files" class="files" data-live>${hint}${diff(contents.changes, linePartsOf(scene, { ...given, mayComment }))}</div>
${mayComment && pull.state === 'open' && reviewForm(scene, pull)}`;
}

/** The form that submits a review, with the comments that the viewer has collected so far. */
function reviewForm(scene: Scene, pull: PullRequest): Html {
  const pending = pendingReviewOf(pull, scene.viewer);
  const count = pending === undefined ? 0 : commentsOf(pending).length;
  const head = count === 0 ? 'Review changes' : `Finish your review: ${count} pending comment${count === 1 ? '' : 's'}`;
  const reviewButtons =
    pull.author !== scene.viewer &&
    html`<button class="button" name="then" value="refuse">Request changes</button><button class="button" name="then" value="approve">Approve</button>`;
  return html`<details class="review-form" id="review"${count > 0 && html` open`}><summary>${head}</summary>
<form class="comment-box" method="post" action="${scene.pathOf(pull)}/reviews">
  <div class="box">${csrfField(scene)}
    <label class="unseen" for="review-body">Review as ${scene.viewer.login}</label>
    <textarea id="review-body" name="body" rows="3" placeholder="A summary of the review, as ${scene.viewer.login}"></textarea>
    <div class="buttons">${count > 0 && html`<button class="button" name="then" value="discard">Discard review</button>`}${reviewButtons}<button class="button is-main" name="then" value="comment" title="Ctrl + Enter">Comment</button></div>
  </div>
</form></details>`;
}

function linePartsOf(scene: Scene, given: Given & { readonly mayComment: boolean }): LineParts {
  const { pull, chosen, mayComment } = given;
  const files = `${scene.pathOf(pull)}/files`;
  const threads = pull.threads.filter(({ comments: [first] }) => first !== undefined && isShownTo(scene.viewer, first));
  const notes = checkRunsOf(pull.repository, pull.head.sha).flatMap(({ annotations }) => annotations);
  return {
    numberCell: (path, line) =>
      mayComment
        ? html`<a href="${files}?path=${encodeURIComponent(path)}&amp;line=${line}" title="Comment on line ${line}">${line}</a>`
        : line,
    rowsBelow(path, line) {
      const isChosen =
        mayComment && isOnNewSide(line) && chosen !== undefined && chosen.path === path && chosen.line === line.new;
      const here = threads.filter((thread) => thread.origin.path === path && isAt(thread, line));
      const annotations = notes.filter((note) => note.path === path && isOnNewSide(line) && note.end_line === line.new);
      return [
        annotations.map((note) => fullRow(annotationText(note))),
        here.map((thread) => fullRow(conversationOf(scene, thread))),
        isChosen && fullRow(lineForm(scene, given, chosen)),
      ];
    },
  };
}

/** A pending comment is shown to its author only. */
const isShownTo = (viewer: Account, { review, author }: ReviewComment): boolean =>
  review.state !== 'PENDING' || author === viewer;

const conversationOf = (scene: Scene, thread: ReviewThread): Piece => [
  thread.comments.map((comment) => reviewComment(scene, comment)),
  thread.comments[0]?.review.state !== 'PENDING' && replyForm(scene, { thread, tab: 'files' }),
];

const isOnNewSide = ({ kind }: Line): boolean => kind === 'added' || kind === 'same';

/** Whether a thread is shown below this line. An outdated thread (`line` is null) is shown below none. */
function isAt({ line, origin }: ReviewThread, at: Line): boolean {
  if (origin.side === 'RIGHT') return isOnNewSide(at) && line === at.new;
  return at.kind !== 'hunk' && at.kind !== 'added' && line === at.old;
}

const fullRow = (content: Piece): Html => html`<tr><td colspan="4"><div class="beside">${content}</div></td></tr>`;

/** The form carries the head commit, because a line number belongs to one commit. */
function lineForm(scene: Scene, { pull, draft }: Given, { path, line }: ChosenLine): Html {
  const isStarted = pendingReviewOf(pull, scene.viewer) !== undefined;
  const buttons = html`${!isStarted && html`<button class="button" name="as" value="single">Add single comment</button>`}<button class="button is-main" name="as" value="review" title="Ctrl + Enter">${isStarted ? 'Add review comment' : 'Start a review'}</button>`;
  return html`<form class="comment-box" id="line-comment" method="post" action="${scene.pathOf(pull)}/review-comments">
  <div class="box">${csrfField(scene)}<input type="hidden" name="path" value="${path}"><input type="hidden" name="line" value="${line}"><input type="hidden" name="commit" value="${pull.head.sha}">
    <label for="line-body">Comment on line ${line} as ${scene.viewer.login}</label>
    <textarea id="line-body" name="body" rows="3" autofocus aria-describedby="line-problem">
${draft?.body}</textarea>
    <p class="problem" id="line-problem" role="alert">${draft?.problem}</p>
    <div class="buttons"><a class="button" href="${scene.pathOf(pull)}/files">Cancel</a>${buttons}</div>
  </div>
</form>`;
}
