// The identities that a request can have, and what each may do. Used by auth/, endpoints/, http/route.ts, REST, GraphQL and world.ts.

import { covers, type Permissions } from '../permissions.js';
import type { Account, App, Installation, Repository } from '../state.js';

/** The authenticated identity of a request. */
export type Credential = Anonymous | AppJwt | UserToken | InstallationToken | WorkflowToken;

type Anonymous = { readonly kind: 'anonymous' };
type AppJwt = { readonly kind: 'app'; readonly app: App };

/** A personal access token: fine-grained if it has `permissions`, otherwise classic. */
export type UserToken = {
  readonly kind: 'user';
  readonly token: string;
  readonly account: Account;
  readonly permissions: Permissions | null;
  /** The scopes of a classic token. */
  readonly scopes: readonly string[];
};

export type InstallationToken = {
  readonly kind: 'installation';
  readonly token: string;
  readonly installation: Installation;
  readonly permissions: Permissions;
  /** Null: all repositories of the installation. */
  readonly repositories: readonly Repository[] | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
};

/** The GITHUB_TOKEN of a job. */
export type WorkflowToken = {
  readonly kind: 'workflow';
  readonly token: string;
  readonly repository: Repository;
  readonly bot: Account;
  readonly permissions: Permissions;
  readonly expiresAt: number;
};

/** The account that a credential acts as; null for anonymous requests and App JWTs. */
export function actorOf(who: Credential): Actor | null {
  switch (who.kind) {
    case 'user':
      return { account: who.account, app: null, isWorkflow: false };
    case 'installation':
      return { account: who.installation.app.bot, app: who.installation.app, isWorkflow: false };
    case 'workflow':
      return { account: who.bot, app: null, isWorkflow: true };
    default:
      return null;
  }
}

/** Whether an installation token covers a repository. */
export function coversRepository(who: InstallationToken, repository: Repository): boolean {
  const reached = who.repositories ?? who.installation.repositories;
  return reached === null ? who.installation.account.id === repository.owner.id : reached.includes(repository);
}

/** The caller's name in the request log, under which its rate limits are counted. */
export function callerOf(who: Credential): string {
  switch (who.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'app':
      return `app ${who.app.slug}`;
    case 'user':
      return who.account.login;
    case 'installation':
      return `installation ${who.installation.id}`;
    case 'workflow':
      return `workflow ${who.repository.owner.login}/${who.repository.name}`;
  }
}

/** The actor of a change: the account shown, its App, and whether it is a workflow's token. */
export type Actor = {
  readonly account: Account;
  readonly app: App | null;
  readonly isWorkflow: boolean;
};

/**
 * Whether the credential may change workflow files: a classic token always, a fine-grained or installation token with the permission
 * `workflows`, GITHUB_TOKEN never.
 */
export function mayChangeWorkflowFiles(who: Credential): boolean {
  switch (who.kind) {
    case 'user':
      return who.permissions === null || covers(who.permissions.workflows, 'write');
    case 'installation':
      return covers(who.permissions.workflows, 'write');
    default:
      return false;
  }
}
