import type { Account } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { hueOfName } from '../html/hue.js';

/** The face of an account: initials for people, oars for the App and other bots. The name stands beside it in words. */
export function avatar(account: Account): Html {
  return account.kind === 'Bot' ? oars : initials(account);
}

function initials({ login, name }: Account): Html {
  const words = (name ?? login).split(/[\s_-]+/).filter((word) => word !== '');
  const letters = words.map((word) => [...word][0] ?? '').slice(0, 2);
  return html`<svg class="avatar ${hueOfName(login)}" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="20"/><text x="20" y="20" dy=".36em" text-anchor="middle">${letters.join('').toUpperCase()}</text></svg>`;
}

const oars = html`<svg class="avatar of-bot" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="20"/><path d="M8 21h24c-2 5-6.5 7.5-12 7.5S10 26 8 21Z"/><path class="oar" d="m14 11 5 9m6-9-3 9m10-7-6 7"/></svg>`;
