// A commit in a list, for the pull request page, and the account of a commit's author, also for the page of a commit.

import { accountWithEmail } from '../../github/commit-author.js';
import type { Commit } from '../../github/git/commits.js';
import { type Account, fullName, type Repository } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import type { Scene } from '../scene.js';
import { avatar, when } from './elements.js';
import { icons } from './icons.js';

type Given = { readonly repository: Repository; readonly commit: Commit };

/** The account of a commit author, if there is one. */
export const accountOfAuthor = ({ state }: Scene, { author }: Commit): Account | undefined =>
  accountWithEmail(state.accounts.values(), author);

/** A commit in a list: its subject, and the rest of its message folded. */
export function commitRow(scene: Scene, { repository, commit }: Given): Html {
  const { sha, message, author } = commit;
  const [title = '', ...rest] = message.split('\n');
  const account = accountOfAuthor(scene, commit);
  const body = rest.join('\n').trim();
  return html`<li class="row" id="commit-${sha}">${account === undefined ? icons.commit : avatar(account)}<div><h2><a href="/${fullName(repository)}/commit/${sha}">${title}</a></h2>
    ${body !== '' && html`<details class="message-rest"><summary class="quiet" title="The whole message">…</summary><p class="quiet is-message">${body}</p></details>`}
    <p class="quiet">${account?.login ?? author.name} · ${when(author.date, scene.now)}</p></div><code class="quiet">${sha.slice(0, 7)}</code></li>`;
}
