import { ok } from '../http/message.js';
import { type Route, route } from '../http/route.js';
import { clientId } from '../ids.js';
import { requiresAuthentication } from '../refusal.js';
import type { App } from '../state.js';
import type { Urls } from '../urls.js';
import { simpleUser } from './users.js';

/** An App as others see it. */
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
  route('GET /app', { operation: 'apps/get-authenticated', need: { of: 'app' } }, ({ world, who }) => {
    if (who.kind !== 'app') throw requiresAuthentication();
    const installed = [...world.state.installations.values()].filter(({ app }) => app === who.app);
    return ok({ ...appJson(world.urls, who.app), installations_count: installed.length });
  }),
];
