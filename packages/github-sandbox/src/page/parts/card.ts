import type { Comment, Thread } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { renderMarkdown } from '../markdown/index.js';
import type { Scene } from '../scene.js';
import { avatar } from './avatar.js';
import { badge } from './badge.js';
import { reactions } from './reactions.js';
import { when } from './when.js';

/** One text of a thread with its author: the thread's own, or a comment. */
export function card(scene: Scene, text: Thread | Comment): Html {
  const { author } = text;
  const { repository } = text.kind === 'IssueComment' ? text.issue : text;
  const id = text.kind === 'IssueComment' ? `issuecomment-${text.id}` : `issue-${text.id}`;
  const edited = text.kind === 'IssueComment' && text.updatedAt !== text.createdAt;
  return html`<article class="card${author.kind === 'Bot' && ' of-app'}" id="${id}">
    ${avatar(author)}
    <header><strong>${author.login}</strong> ${badge(repository, author)}
      <a class="when" href="#${id}">${when(text.createdAt, scene.now)}</a>${edited && html` <span class="when">· edited</span>`}</header>
    <div class="prose">${body(scene, text)}</div>
    ${reactions(scene, text)}
  </article>`;
}

function body(scene: Scene, text: Thread | Comment): Html {
  const written = text.body ?? '';
  if (written.trim() === '') return html`<p class="quiet">No description.</p>`;
  const { repository } = text.kind === 'IssueComment' ? text.issue : text;
  return renderMarkdown(written, scene.references(repository));
}
