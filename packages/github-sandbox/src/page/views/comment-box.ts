// The comment form below an issue or pull request, and the type of a rejected text, which all comment forms show again. Used by the other
// views and by requests/page-at.

import { type PullRequest, reaches, roleOf, type Thread } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { avatar, csrfField } from '../parts/elements.js';
import { icons } from '../parts/icons.js';
import { isLockedFor, type Scene } from '../scene.js';

/** A rejected text and the reason. The form shows both, so that the text need not be typed again. */
export type Draft = { readonly body: string; readonly problem: string };

/** The comment form. On pull requests it can also approve or request changes. */
export function commentBox(scene: Scene, { thread, draft }: { thread: Thread; draft: Draft | undefined }): Html {
  const role = roleOf(thread.repository, scene.viewer);
  if (isLockedFor(scene.viewer, thread)) {
    return html`<p class="notice" id="comment-box">${icons.blocked} This conversation is locked and limited to people with write access.</p>`;
  }
  const may = reaches(role, 'triage') || thread.author === scene.viewer;
  return html`<form class="comment-box" id="comment-box" method="post" action="${scene.pathOf(thread)}/comments" data-send-in-place>
  ${avatar(scene.viewer)}
  <div class="box">${csrfField(scene)}
    <label class="unseen" for="comment">Comment as ${scene.viewer.login}</label>
    <textarea id="comment" name="body" rows="4" placeholder="Leave a comment as ${scene.viewer.login}${invitation(scene)}" aria-describedby="comment-problem comment-hint">
${draft?.body}</textarea>
    <p class="problem" id="comment-problem" data-live role="alert">${draft?.problem}</p>
    <div class="below"><div class="hint" id="comment-hint">${hint(scene)}</div>
      <div id="comment-buttons" class="buttons" data-live>${may && stateButton(thread)}${thread.kind === 'PullRequest' && verdictButtons(scene, thread)}<button class="button is-main" name="then" value="stay" title="Ctrl + Enter">Comment</button></div></div>
  </div>
</form>`;
}

function stateButton(thread: Thread): Piece {
  if (thread.kind === 'PullRequest' && thread.merge !== null) return null;
  const what = thread.kind === 'Issue' ? 'issue' : 'pull request';
  return thread.state === 'open'
    ? html`<button class="button" name="then" value="close" formnovalidate>Close ${what}</button>`
    : html`<button class="button" name="then" value="reopen" formnovalidate>Reopen ${what}</button>`;
}

/** Review buttons; not for the author and not for closed pull requests. */
function verdictButtons({ viewer }: Scene, { author, state }: PullRequest): Piece {
  if (author === viewer || state === 'closed') return null;
  return html`<button class="button" name="then" value="refuse">Request changes</button><button class="button" name="then" value="approve" formnovalidate>Approve</button>`;
}

const invitation = ({ app }: Scene): string =>
  app?.commands[0] === undefined ? '' : `, or ask ${app.name}: ${app.commands[0]}`;

/** The commands of the App, folded. A script turns each one into a button that inserts it. */
function hint({ app }: Scene): Piece {
  if (app === null || app.commands.length === 0) return null;
  return html`<details class="commands"><summary>Commands</summary> <p>${app.commands.map((command) => html`<code class="command" data-write="${command}">${command}</code> `)}</p></details>`;
}
