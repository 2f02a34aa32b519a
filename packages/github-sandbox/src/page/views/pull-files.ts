import type { PullRequest, ReviewThread } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { diff, type Line, type LineParts } from '../parts/diff.js';
import { proof } from '../parts/small.js';
import { reviewComment } from '../parts/timeline.js';
import type { PullContents } from '../run-records.js';
import type { Scene } from '../scene.js';
import { type Draft, isLockedFor } from './comment-box.js';

/** A line of the new side. */
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
  return html`<div id="files" class="files" data-live>${hint}${diff(contents.changes, linePartsOf(scene, { ...given, mayComment }))}</div>`;
}

function linePartsOf(scene: Scene, given: Given & { readonly mayComment: boolean }): LineParts {
  const { pull, chosen, mayComment } = given;
  const files = `${scene.pathOf(pull)}/files`;
  const threads = pull.threads.filter(({ comments }) => comments[0]?.review.state !== 'PENDING');
  return {
    number: (path, line) =>
      mayComment
        ? html`<a href="${files}?path=${encodeURIComponent(path)}&amp;line=${line}" title="Comment on line ${line}">${line}</a>`
        : line,
    below(path, line) {
      const isChosen =
        mayComment && isOnNewSide(line) && chosen !== undefined && chosen.path === path && chosen.line === line.new;
      const here = threads.filter((thread) => thread.began.path === path && isAt(thread, line));
      return [
        here.map((thread) => beside(thread.comments.map((comment) => reviewComment(scene, comment)))),
        isChosen && beside(lineForm(scene, given, chosen)),
      ];
    },
  };
}

const isOnNewSide = ({ kind }: Line): boolean => kind === 'added' || kind === 'same';

/** Whether a thread is about a line. An outdated thread is about none. */
function isAt({ line, began }: ReviewThread, at: Line): boolean {
  if (began.side === 'RIGHT') return isOnNewSide(at) && line === at.new;
  return at.kind !== 'hunk' && at.kind !== 'added' && line === at.old;
}

const beside = (content: Piece): Html => html`<tr><td colspan="4"><div class="beside">${content}</div></td></tr>`;

/** The form carries the head commit, because a line number belongs to one commit. */
function lineForm(scene: Scene, { pull, draft }: Given, { path, line }: ChosenLine): Html {
  return html`<form class="comment-box" id="line-comment" method="post" action="${scene.pathOf(pull)}/review-comments">
  <div class="box">${proof(scene)}<input type="hidden" name="path" value="${path}"><input type="hidden" name="line" value="${line}"><input type="hidden" name="commit" value="${pull.head.sha}">
    <label for="line-body">Comment on line ${line} as ${scene.viewer.login}</label>
    <textarea id="line-body" name="body" rows="3" autofocus aria-describedby="line-problem">
${draft?.body}</textarea>
    <p class="problem" id="line-problem" role="alert">${draft?.problem}</p>
    <div class="buttons"><a class="button" href="${scene.pathOf(pull)}/files">Cancel</a><button class="button is-main" title="Ctrl + Enter">Add single comment</button></div>
  </div>
</form>`;
}
