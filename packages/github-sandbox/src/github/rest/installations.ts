// REST routes of App installations and their tokens. Loaded by rest/index.ts.

import { z } from 'zod';
import { forbidden, notFound, requiresAuthentication, unprocessable } from '../api-error.js';
import { coversRepository } from '../auth/credential.js';
import { mintInstallationToken } from '../auth/mint.js';
import { created, noContent, ok } from '../http/message.js';
import { countedPage, page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type Call, type Route, route } from '../http/route.js';
import { clientId, type Urls } from '../ids.js';
import { notGranted, type Permissions, permissionNames } from '../permissions.js';
import { type App, findRepository, type Installation, type Repository } from '../state.js';
import { repositoryJson } from './repositories.js';
import { simpleUser } from './users.js';

/** An installation as JSON. */
function installationJson(urls: Urls, installation: Installation) {
  const { id, app, account } = installation;
  return {
    id,
    client_id: clientId(app.id),
    account: simpleUser(urls, account),
    repository_selection: installation.repositories === null ? 'all' : 'selected',
    access_tokens_url: `${urls.api}/app/installations/${id}/access_tokens`,
    repositories_url: `${urls.api}/installation/repositories`,
    html_url: `${urls.html}/settings/installations/${id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.kind,
    permissions: installation.permissions,
    events: app.events,
    created_at: installation.createdAt,
    updated_at: installation.createdAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: null,
  };
}

const tokenRequest = z
  .object({
    repositories: z.array(z.string()).optional(),
    repository_ids: z.array(z.number()).optional(),
    permissions: z.partialRecord(z.enum(permissionNames), z.enum(['read', 'write', 'admin'])).optional(),
  })
  .nullable();

function appOf(call: Call): App {
  if (call.who.kind !== 'app') throw requiresAuthentication();
  return call.who.app;
}

function installationOf(call: Call): Installation {
  const installation = call.world.state.installations.get(Number(call.params.installation_id));
  if (installation === undefined || installation.app !== appOf(call)) throw notFound();
  return installation;
}

const installationsOf = (call: Call): Installation[] =>
  [...call.world.state.installations.values()].filter(({ app }) => app === appOf(call));

/** The repositories of an installation; all of its account unless some were selected. */
function coveredRepositories(call: Call, installation: Installation): Repository[] {
  const all = [...call.world.state.repositories.values()];
  return installation.repositories ?? all.filter(({ owner }) => owner.id === installation.account.id);
}

/** The repositories of a new token: the requested ones, else those of the installation. Null: all of its account. */
function selectedRepositories(call: Call, installation: Installation): Repository[] | null {
  const wanted = readBody(call, tokenRequest);
  if (wanted?.repositories === undefined && wanted?.repository_ids === undefined) return installation.repositories;
  const covered = coveredRepositories(call, installation);
  const byName = (wanted.repositories ?? []).map((name) => covered.find((one) => one.name === name));
  const byId = (wanted.repository_ids ?? []).map((id) => covered.find((one) => one.id === id));
  return [...byName, ...byId].map((repository) => {
    if (repository !== undefined) return repository;
    throw unprocessable(
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    );
  });
}

function requestedPermissions(call: Call, installation: Installation): Permissions {
  const requested: Permissions = withoutUndefined(
    readBody(call, tokenRequest)?.permissions ?? installation.permissions,
  );
  if (notGranted(installation.permissions, requested).length === 0) return { metadata: 'read', ...requested };
  throw unprocessable('The permissions requested are not granted to this installation.');
}

/** Removes undefined values, which zod's partial records may contain. */
function withoutUndefined(input: { [Name in keyof Permissions]?: Permissions[Name] | undefined }): Permissions {
  return Object.fromEntries(Object.entries(input).filter(([, level]) => level !== undefined));
}

function mint(call: Call) {
  const installation = installationOf(call);
  if (installation.suspended) throw forbidden('This installation has been suspended');
  const repositories = selectedRepositories(call, installation);
  const permissions = requestedPermissions(call, installation);
  const { token, expiresAt } = mintInstallationToken(call.world, { installation, permissions, repositories });
  const selected = repositories?.map((one) => repositoryJson(call.world.urls, one));
  return created({
    token,
    expires_at: expiresAt,
    permissions,
    repository_selection: repositories === null ? 'all' : 'selected',
    ...(selected === undefined ? {} : { repositories: selected }),
  });
}

function showOfRepository(call: Call) {
  const repository = findRepository(call.world.state, `${call.params.owner}/${call.params.repo}`);
  if (repository === undefined) throw notFound();
  const installation = installationsOf(call).find((one) => coveredRepositories(call, one).includes(repository));
  if (installation === undefined) throw notFound();
  return ok(installationJson(call.world.urls, installation));
}

function repositoriesOfToken(call: Call) {
  const { who, world } = call;
  if (who.kind !== 'installation') throw forbidden('Resource not accessible by this token');
  const items = coveredRepositories(call, who.installation).filter((repository) => coversRepository(who, repository));
  const counted = countedPage(call, { name: 'repositories', items, show: (one) => repositoryJson(world.urls, one) });
  return {
    ...counted,
    json: { ...Object(counted.json), repository_selection: who.repositories === null ? 'all' : 'selected' },
  };
}

const app = { need: { kind: 'app' }, hasContentRateLimit: false } as const;

export const installationRoutes: readonly Route[] = [
  route('GET /app/installations', { operation: 'apps/list-installations', ...app }, (call) =>
    page(call, installationsOf(call), (one) => installationJson(call.world.urls, one)),
  ),
  route('GET /app/installations/{installation_id}', { operation: 'apps/get-installation', ...app }, (call) =>
    ok(installationJson(call.world.urls, installationOf(call))),
  ),
  route(
    'POST /app/installations/{installation_id}/access_tokens',
    { operation: 'apps/create-installation-access-token', ...app },
    mint,
  ),
  route(
    'GET /repos/{owner}/{repo}/installation',
    { operation: 'apps/get-repo-installation', ...app },
    showOfRepository,
  ),
  route(
    'GET /installation/repositories',
    { operation: 'apps/list-repos-accessible-to-installation', need: { kind: 'authenticated' } },
    repositoriesOfToken,
  ),
  route(
    'DELETE /installation/token',
    { operation: 'apps/revoke-installation-access-token', need: { kind: 'authenticated' }, hasContentRateLimit: false },
    ({ who, world }) => {
      if (who.kind !== 'installation' && who.kind !== 'workflow')
        throw forbidden('Resource not accessible by this token');
      world.tokens.revoke(who.token);
      return noContent();
    },
  ),
];
