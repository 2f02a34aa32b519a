// Creates tokens without the API, and finds Apps and repositories by name. Used by tests through index.ts, by seeds, and by src/actions.

import { mintInstallationToken, mintWorkflowToken } from './auth/mint.js';
import type { Permissions } from './permissions.js';
import { type App, findAccount, findRepository, type Installation, type Repository } from './state.js';
import type { World } from './world.js';

/** The owner of a token. */
export type Holder =
  /** A classic personal token, or a fine-grained one if `permissions` are given. */
  | { readonly user: string; readonly permissions?: Permissions; readonly scopes?: readonly string[] }
  | {
      readonly app: string;
      readonly on: string;
      readonly permissions?: Permissions;
      readonly repositories?: readonly string[];
    }
  /** The GITHUB_TOKEN of a job. */
  | { readonly workflow: string; readonly permissions: Permissions };

/** Creates a token directly, without the API. */
export function tokenFor(world: World, holder: Holder): string {
  if ('user' in holder) return userToken(world, holder);
  if ('app' in holder) return appToken(world, holder);
  const repository = repositoryNamed(world, holder.workflow);
  return mintWorkflowToken(world, { repository, permissions: holder.permissions });
}

/** The default scopes of a classic token. */
const allScopes = ['repo', 'workflow', 'read:org', 'project'];

function userToken(world: World, { user, permissions, scopes = allScopes }: Extract<Holder, { user: string }>): string {
  const account = findAccount(world.state, user);
  if (account === undefined) throw new Error(`there is no account ${user}`);
  return world.tokens.mint({ kind: 'user', account, permissions: permissions ?? null, scopes });
}

function appToken(world: World, holder: Extract<Holder, { app: string }>): string {
  const installation = installationOf(world, holder);
  const { token } = mintInstallationToken(world, {
    installation,
    permissions: holder.permissions ?? installation.permissions,
    repositories: holder.repositories?.map((name) => repositoryNamed(world, name)) ?? installation.repositories,
  });
  return token;
}

/** The App with this slug. */
export function appNamed(world: World, slug: string): App {
  const app = [...world.state.apps.values()].find((one) => one.slug === slug);
  if (app === undefined) throw new Error(`there is no App ${slug}`);
  return app;
}

function installationOf(world: World, { app: slug, on }: { app: string; on: string }): Installation {
  const app = appNamed(world, slug);
  const found = [...world.state.installations.values()].find(
    (one) => one.app === app && one.account.login.toLowerCase() === on.toLowerCase(),
  );
  if (found === undefined) throw new Error(`${slug} is not installed on ${on}`);
  return found;
}

/** The repository with this full name. */
export function repositoryNamed(world: World, name: string): Repository {
  const repository = findRepository(world.state, name);
  if (repository === undefined) throw new Error(`there is no repository ${name}`);
  return repository;
}
