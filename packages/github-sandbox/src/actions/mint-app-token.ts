import { createPublicKey } from 'node:crypto';
import { clientId } from '../github/ids.js';
import type { GitHub } from '../github/index.js';
import { beyond, type Permissions, permissionNames } from '../github/permissions.js';
import type { App, Installation } from '../github/state.js';
import type { AppToken, AppTokenRequest } from '../runner/index.js';

/** A token of an installation for whoever holds the App's key, with no more than the installation grants. */
export function mintAppToken(github: GitHub, request: AppTokenRequest): AppToken {
  const app = appOf(github, request);
  const installation = installationOf(github, { app, owner: request.owner });
  const permissions = permissionsOf(request, installation);
  const { owner, repositories } = request;
  const token = github.tokenFor({
    app: app.slug,
    on: owner,
    permissions,
    ...(repositories.length > 0 ? { repositories: repositories.map((name) => `${owner}/${name}`) } : {}),
  });
  return { token, installationId: installation.id, appSlug: app.slug };
}

function appOf(github: GitHub, { app: named, privateKey }: AppTokenRequest): App {
  const app = [...github.state.apps.values()].find(({ id }) => String(id) === named || clientId(id) === named);
  if (app === undefined) throw new Error('Integration not found');
  const shown = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  if (shown.trim() !== app.publicKey.trim()) throw new Error('A JSON web token could not be decoded');
  return app;
}

function installationOf(github: GitHub, { app, owner }: { app: App; owner: string }): Installation {
  const all = [...github.state.installations.values()];
  const found = all.find((one) => one.app === app && one.account.login.toLowerCase() === owner.toLowerCase());
  if (found === undefined || found.suspended) throw new Error(`${app.slug} is not installed on ${owner}`);
  return found;
}

function permissionsOf({ permissions }: AppTokenRequest, { permissions: granted }: Installation): Permissions {
  const named = permissionNames.flatMap((name) => {
    const level = permissions[name];
    return level === 'read' || level === 'write' || level === 'admin' ? [[name, level] as const] : [];
  });
  if (named.length === 0) return granted;
  const asked: Permissions = Object.fromEntries(named);
  const missing = beyond(granted, asked);
  if (missing.length === 0) return { metadata: 'read', ...asked };
  throw new Error(`The permissions requested are not granted to this installation: ${missing.join(', ')}`);
}
