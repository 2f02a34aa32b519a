// REST routes of the API's index and of rate limits. Loaded by rest/index.ts.

import { callerOf } from '../auth/credential.js';
import { ok } from '../http/message.js';
import { type Route, route } from '../http/route.js';
import type { RateLimit } from '../limits.js';

/** The index of the API. */
export const rootRoutes: readonly Route[] = [
  route('GET /', { operation: 'meta/root', need: { kind: 'public' } }, ({ world }) =>
    ok(Object.fromEntries(links.map(([name, path]) => [`${name}_url`, `${world.urls.api}${path}`]))),
  ),
];

const search = '{?q,page,per_page,sort,order}';

const links: readonly (readonly [string, string])[] = [
  ['current_user', '/user'],
  ['current_user_authorizations_html', '/settings/connections/applications{/client_id}'],
  ['authorizations', '/authorizations'],
  ['code_search', `/search/code${search}`],
  ['commit_search', `/search/commits${search}`],
  ['emails', '/user/emails'],
  ['emojis', '/emojis'],
  ['events', '/events'],
  ['feeds', '/feeds'],
  ['followers', '/user/followers'],
  ['following', '/user/following{/target}'],
  ['gists', '/gists{/gist_id}'],
  ['issue_search', `/search/issues${search}`],
  ['issues', '/issues'],
  ['keys', '/user/keys'],
  ['label_search', '/search/labels{?q,repository_id,page,per_page}'],
  ['notifications', '/notifications'],
  ['organization', '/orgs/{org}'],
  ['organization_repositories', '/orgs/{org}/repos{?type,page,per_page,sort}'],
  ['organization_teams', '/orgs/{org}/teams'],
  ['public_gists', '/gists/public'],
  ['rate_limit', '/rate_limit'],
  ['repository', '/repos/{owner}/{repo}'],
  ['repository_search', `/search/repositories${search}`],
  ['current_user_repositories', '/user/repos{?type,page,per_page,sort}'],
  ['starred', '/user/starred{/owner}{/repo}'],
  ['starred_gists', '/gists/starred'],
  ['user', '/users/{user}'],
  ['user_organizations', '/user/orgs'],
  ['user_repositories', '/users/{user}/repos{?type,page,per_page,sort}'],
  ['user_search', `/search/users${search}`],
];

const shown = ({ limit, used, remaining, reset, resource }: RateLimit) => ({ limit, used, remaining, reset, resource });

/** Reading rate limits costs nothing. */
export const rateLimitRoutes: readonly Route[] = [
  route('GET /rate_limit', { operation: 'rate-limit/get', need: { kind: 'public' } }, ({ world, who }) => {
    const look = (resource: 'core' | 'graphql') => shown(world.limits.read({ key: callerOf(who), resource }));
    const core = look('core');
    const search = { ...core, limit: 30, used: 0, remaining: 30, resource: 'search' };
    return ok({ resources: { core, graphql: look('graphql'), search }, rate: core });
  }),
];
