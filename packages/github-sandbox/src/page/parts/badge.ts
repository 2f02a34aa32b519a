import { type Account, type Repository, type Role, reaches, roleOf } from '../../github/state.js';
import { type Html, html } from '../html/html.js';

/** What a role lets a person do, in a word or two. */
export function wordOf(role: Role | null): string {
  if (role === 'admin') return 'maintainer';
  if (reaches(role, 'write')) return 'can write';
  return role === 'triage' ? 'sorts issues' : 'outsider';
}

/** What the author may do in the repository; Apps often decide by it. */
export function badge(repository: Repository, author: Account): Html {
  if (author.kind === 'Bot') return html`<span class="badge is-app">App</span>`;
  const role = roleOf(repository, author);
  return html`<span class="badge ${reaches(role, 'write') ? 'is-writer' : 'is-outsider'}">${wordOf(role)}</span>`;
}
