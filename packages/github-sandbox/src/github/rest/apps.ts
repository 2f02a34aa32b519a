// REST routes of Apps; and Apps as JSON, also for issues, comments and checks, in REST and in GraphQL.

import { requiresAuthentication } from '../api-error.js';
import { ok } from '../http/message.js';
import { type Route, route } from '../http/route.js';
import { clientId, type Urls } from '../ids.js';
import type { Account, App } from '../state.js';
import { simpleUser } from './users.js';

/** An App as JSON. */
export function appJson(urls: Urls, app: App) {
  return {
    id: app.id,
    client_id: clientId(app.id),
    slug: app.slug,
    node_id: app.nodeId,
    owner: simpleUser(urls, app.owner),
    name: app.name,
    description: '',
    external_url: `${urls.html}/apps/${app.slug}`,
    html_url: `${urls.html}/apps/${app.slug}`,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: app.permissions,
    events: app.events,
  };
}

export const appRoutes: readonly Route[] = [
  route('GET /app', { operation: 'apps/get-authenticated', need: { kind: 'app' } }, ({ world, who }) => {
    if (who.kind !== 'app') throw requiresAuthentication();
    const installed = [...world.state.installations.values()].filter(({ app }) => app === who.app);
    return ok({ ...appJson(world.urls, who.app), installations_count: installed.length });
  }),
];

/** The GitHub Actions App with its real id and slug: jobs are its check runs. */
export const actionsApp = {
  id: 15_368,
  nodeId: 'MDM6QXBwMTUzNjg=',
  slug: 'github-actions',
  name: 'GitHub Actions',
} as const;

const github: Account = {
  kind: 'Organization',
  id: 9919,
  nodeId: 'MDEyOk9yZ2FuaXphdGlvbjk5MTk=',
  login: 'github',
  name: 'GitHub',
  email: null,
  createdAt: '2008-05-11T04:37:31Z',
};

/** The GitHub Actions App as JSON. */
export function actionsAppJson(urls: Urls) {
  const { id, nodeId, slug, name } = actionsApp;
  return {
    id,
    client_id: clientId(id),
    slug,
    node_id: nodeId,
    owner: simpleUser(urls, github),
    name,
    description: 'Automate your workflow from idea to production',
    external_url: 'https://help.github.com/en/actions',
    html_url: `${urls.html}/apps/${slug}`,
    created_at: '2018-07-30T09:30:17Z',
    updated_at: '2025-03-07T16:35:00Z',
    permissions: { actions: 'write', checks: 'write', contents: 'write', metadata: 'read' },
    events: ['check_run', 'check_suite', 'push', 'workflow_dispatch'],
  };
}
