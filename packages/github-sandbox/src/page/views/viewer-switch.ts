import { type Account, type Repository, roleOf } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { avatar } from '../parts/avatar.js';
import { wordOf } from '../parts/badge.js';
import { proof } from '../parts/proof.js';
import type { Scene } from '../scene.js';

/** Who is looking, and the accounts to change to: an App may treat a stranger differently from a maintainer. */
export function viewerSwitch(
  scene: Scene,
  { path, repository }: { path: string; repository: Repository | undefined },
): Html {
  const { viewer, people } = scene;
  const word = (person: Account) => (repository === undefined ? '' : wordOf(roleOf(repository, person)));
  return html`<details class="viewer"><summary><span class="unseen">You are </span>${avatar(viewer)}<strong>${viewer.login}</strong>${repository !== undefined && html`<span class="role">${word(viewer)}</span>`}</summary>
  <form method="post" action="/_/viewer">
    <p>Be somebody else</p>${proof(scene)}<input type="hidden" name="back" value="${path}">
    ${people.map(
      (person) =>
        html`<button name="login" value="${person.login}"${person === viewer && html` aria-current="true"`}>${avatar(person)}<span><strong>${person.login}</strong> <small>${word(person)}</small></span></button>`,
    )}
  </form></details>`;
}
