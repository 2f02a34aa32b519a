// Small elements that most views and parts use: avatar, role badge, time, label, empty list, and the CSRF field of forms.

import { type Account, type Label, type Repository, type Role, reaches, roleOf } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { hueOfColor, hueOfName } from '../html/hues.js';
import { ago } from '../html/times.js';
import type { Scene } from '../scene.js';
import { boat } from './icons.js';

/** The avatar of an account: its initials. */
export function avatar({ login, name, kind }: Account): Html {
  const words = (name ?? login).split(/[\s_[\]-]+/).filter((word) => word !== '');
  const letters = words.map((word) => [...word][0] ?? '').slice(0, kind === 'Bot' ? 1 : 2);
  const look = kind === 'Bot' ? 'of-bot' : hueOfName(login);
  return html`<svg class="avatar ${look}" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="20"/><text x="20" y="20" dy=".36em" text-anchor="middle">${letters.join('').toUpperCase()}</text></svg>`;
}

/** The name of a role. */
export function wordOf(role: Role | null): string {
  if (role === 'admin') return 'admin';
  if (reaches(role, 'write')) return 'write access';
  return role === 'triage' ? 'triage access' : 'read access';
}

/** A badge with the author's role in the repository; `App` for Apps. */
export function badge(repository: Repository, author: Account): Html {
  if (author.kind === 'Bot') return html`<span class="badge is-app">App</span>`;
  const role = roleOf(repository, author);
  return html`<span class="badge ${reaches(role, 'write') ? 'is-writer' : 'is-outsider'}">${wordOf(role)}</span>`;
}

/** A relative time with the exact time as tooltip. */
export function when(iso: string, now: number): Html {
  return html`<time datetime="${iso}" title="${iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}">${ago(iso, now)}</time>`;
}

/** A placeholder for an empty list, with a hint. */
export function empty(title: string, hint: Piece): Html {
  return html`<div class="empty">${boat}<h2>${title}</h2><p>${hint}</p></div>`;
}

/** A label, in the style sheet's hue that is closest to its color, so that the text is readable. */
export function pill({ name, color, description }: Label): Html {
  return html`<span class="pill ${hueOfColor(color)}"${description !== null && html` title="${description}"`}>${name}</span>`;
}

/** The hidden CSRF field of every form. */
export function csrfField(scene: Pick<Scene, 'token'>): Html {
  return html`<input type="hidden" name="token" value="${scene.token}">`;
}
