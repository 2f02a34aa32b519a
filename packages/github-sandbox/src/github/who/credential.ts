import { covers, type Permissions } from '../permissions.js';
import type { Account, App, Installation, Repository } from '../state.js';

/** What a request shows to say who it comes from. */
export type Credential = Anonymous | AppJwt | UserToken | InstallationToken | WorkflowToken;

type Anonymous = { readonly kind: 'anonymous' };
type AppJwt = { readonly kind: 'app'; readonly app: App };

/** A personal access token; with `permissions` a fine-grained one, without a classic one with the repo scope. */
export type UserToken = {
  readonly kind: 'user';
  readonly token: string;
  readonly account: Account;
  readonly permissions: Permissions | null;
  /** Of a classic one: what it was ticked for. */
  readonly scopes: readonly string[];
};

export type InstallationToken = {
  readonly kind: 'installation';
  readonly token: string;
  readonly installation: Installation;
  readonly permissions: Permissions;
  /** Null: all that the installation reaches. */
  readonly repositories: readonly Repository[] | null;
  readonly expiresAt: number;
};

/** What a job finds in GITHUB_TOKEN. */
export type WorkflowToken = {
  readonly kind: 'workflow';
  readonly token: string;
  readonly repository: Repository;
  readonly bot: Account;
  readonly permissions: Permissions;
  readonly expiresAt: number;
};

/** The account a credential acts as; nobody for strangers and for an App that speaks as itself. */
export function actorOf(who: Credential): Actor | null {
  switch (who.kind) {
    case 'user':
      return { account: who.account, app: null, workflow: false };
    case 'installation':
      return { account: who.installation.app.bot, app: who.installation.app, workflow: false };
    case 'workflow':
      return { account: who.bot, app: null, workflow: true };
    default:
      return null;
  }
}

/** Whether an installation token was minted for a repository and not narrowed away from it. */
export function holds(who: InstallationToken, repository: Repository): boolean {
  const reached = who.repositories ?? who.installation.repositories;
  return reached === null ? who.installation.account.id === repository.owner.id : reached.includes(repository);
}

/** The name under which requests and limits of a credential are counted. */
export function ownerOf(who: Credential): string {
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

/** Who does something: the account that GitHub shows, the App behind it, and whether it is a workflow's own token. */
export type Actor = {
  readonly account: Account;
  readonly app: App | null;
  readonly workflow: boolean;
};

/** Workflow files are guarded apart from other contents: only people, and Apps with a permission of its own, change them. */
export function mayTouchWorkflows(who: Credential): boolean {
  switch (who.kind) {
    case 'user':
      return who.permissions === null || covers(who.permissions.workflows, 'write');
    case 'installation':
      return covers(who.permissions.workflows, 'write');
    default:
      return false;
  }
}
