// The page of a commit. requests/page-at shows it for a URL path.

import type { Commit, FileChange } from '../../github/git/commits.js';
import { fullName, type Repository } from '../../github/state.js';
import { html } from '../html/html.js';
import { accountOfAuthor } from '../parts/commits.js';
import { diff, totalCounts } from '../parts/diff.js';
import { when } from '../parts/elements.js';
import { reference } from '../parts/thread-lines.js';
import type { Scene, View } from '../scene.js';

/** The page of a commit. */
export function commitPage(scene: Scene, { repository, commit, changes }: Given): View {
  const { sha, message, author } = commit;
  const [title = '', ...rest] = message.split('\n');
  const body = rest.join('\n').trim();
  const pulls = [...(repository.pullsByCommit.get(sha) ?? [])];
  const main = html`
<div id="issue-head" class="issue-head">
  <h1>${title}</h1>
  ${body !== '' && html`<pre class="message">${body}</pre>`}
  <p class="quiet"><code>${sha.slice(0, 10)}</code> by <strong>${accountOfAuthor(scene, commit)?.login ?? author.name}</strong> ${when(author.date, scene.now)} · ${totalCounts(changes)}${pulls.length > 0 && html` · of ${pulls.map(reference)}`}</p>
</div>
<div id="files" class="files">${diff(changes)}</div>`;
  return { title: `${title} · ${fullName(repository)}`, main, repository, tab: 'pulls' };
}

type Given = {
  readonly repository: Repository;
  readonly commit: Commit;
  readonly changes: readonly FileChange[];
};
