import { fullName, type Repository } from '../../github/state.js';
import { html } from '../html/html.js';
import { avatar } from '../parts/avatar.js';
import { proof } from '../parts/proof.js';
import type { Scene } from '../scene.js';
import type { View } from './frame.js';

export type IssueDraft = { readonly title: string; readonly body: string; readonly problem: string };

/** The form for a new issue; when it was refused, with what was written. */
export function newIssue(scene: Scene, { repository, draft }: { repository: Repository; draft?: IssueDraft }): View {
  const home = `/${fullName(repository)}/issues`;
  const main = html`
<div class="heading"><h1>New issue</h1></div>
<form class="comment-box" method="post" action="${home}">${avatar(scene.viewer)}
  <div class="box">${proof(scene)}
    <label for="title">Title</label>
    <input id="title" name="title" value="${draft?.title}" required maxlength="256" autocomplete="off" placeholder="What is wrong, or what is missing?" aria-describedby="title-problem">
    <p class="problem" id="title-problem" role="alert">${draft?.problem}</p>
    <label for="body">Description</label>
    <textarea id="body" name="body" rows="10" placeholder="What you did, what you saw, what you would have liked to see. Markdown works.">
${draft?.body}</textarea>
    <div class="below"><p class="hint">As <strong>${scene.viewer.login}</strong></p>
      <div class="buttons"><a class="button" href="${home}">Back</a><button class="button is-main" title="Ctrl + Enter">Open issue</button></div></div>
  </div>
</form>`;
  const status = draft === undefined ? {} : { status: 422 };
  return { title: `New issue · ${fullName(repository)}`, main, repository, tab: 'issues', ...status };
}
