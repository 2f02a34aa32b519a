// REST routes of accounts. Also accounts as JSON and author associations; other REST routes, webhook payloads and GraphQL use these.

import { forbidden, notFound } from '../api-error.js';
import { ok } from '../http/message.js';
import { type Route, route } from '../http/route.js';
import type { Urls } from '../ids.js';
import { type Account, findAccount, type Repository } from '../state.js';

/** An account inside other responses. */
export function simpleUser(urls: Urls, account: Account) {
  const url = `${urls.api}/users/${encodeURIComponent(account.login)}`;
  return {
    login: account.login,
    id: account.id,
    node_id: account.nodeId,
    avatar_url: `${urls.html}/avatars/u/${account.id}`,
    gravatar_id: '',
    url,
    html_url: htmlOf(urls, account),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.kind,
    user_view_type: 'public',
    site_admin: false,
  };
}

function htmlOf(urls: Urls, account: Account): string {
  const bot = /^(.*)\[bot\]$/.exec(account.login);
  return bot === null ? `${urls.html}/${account.login}` : `${urls.html}/apps/${bot[1]}`;
}

/** A single account. */
function publicUser(urls: Urls, account: Account) {
  return {
    ...simpleUser(urls, account),
    name: account.name,
    company: null,
    blog: '',
    location: null,
    email: account.email,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  };
}

/** Only personal tokens belong to a user; tokens of Apps and workflows do not. */
export const userRoutes: readonly Route[] = [
  route('GET /user', { operation: 'users/get-authenticated', need: { kind: 'authenticated' } }, ({ who, world }) => {
    if (who.kind !== 'user') throw forbidden('Resource not accessible by integration');
    return ok(publicUser(world.urls, who.account));
  }),
  route(
    'GET /users/{username}',
    { operation: 'users/get-by-username', need: { kind: 'public' } },
    ({ world, params }) => {
      const account = findAccount(world.state, params.username ?? '');
      if (account === undefined) throw notFound();
      return ok(publicUser(world.urls, account));
    },
  ),
];

/** The author association of a text. */
export function associationOf(repository: Repository, author: Account): 'OWNER' | 'MEMBER' | 'COLLABORATOR' | 'NONE' {
  if (author.id === repository.owner.id) return 'OWNER';
  if (!repository.collaborators.has(author.login.toLowerCase())) return 'NONE';
  return repository.owner.kind === 'Organization' ? 'MEMBER' : 'COLLABORATOR';
}
