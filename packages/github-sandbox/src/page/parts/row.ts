import type { Thread } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import type { Scene } from '../scene.js';
import { avatar } from './avatar.js';
import { icons } from './icons.js';
import { pill } from './label.js';
import { stateIcon } from './state.js';
import { when } from './when.js';

/** An issue or pull request as a line of a list; `more` goes on where its own line ends. */
export function row(scene: Scene, { thread, more }: { thread: Thread; more: Piece }): Html {
  const { author, comments, labels, number, createdAt, assignees } = thread;
  const talk = `${comments.length} comment${comments.length === 1 ? '' : 's'}`;
  return html`<li class="row">${stateIcon(thread)}
  <div><h2><a href="${scene.pathOf(thread)}">${thread.title}</a></h2> <span class="pills">${labels.map(pill)}</span>
    <p class="quiet">#${number} · ${author.login} · ${when(createdAt, scene.now)}${more}</p></div>
  <div class="faces-of">${assignees.map((one) => html`<span title="assigned to ${one.login}">${avatar(one)}</span>`)}</div>
  <span class="talk" title="${talk}"${comments.length === 0 && html` hidden`}>${icons.talk}<span aria-hidden="true">${comments.length}</span><span class="unseen">${talk}</span></span>
</li>`;
}
