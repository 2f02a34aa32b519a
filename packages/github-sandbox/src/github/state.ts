// The state of an embedded GitHub: all record types (the files in state/), and functions that find records. Imported by nearly every folder of
// src/github and src/page, by src/actions, and by the package's src/index.ts.

import type { Permissions } from './permissions.js';
import { type Account, type App, type Role, reaches } from './state/app.js';
import type { DraftIssue, Project, ProjectItem } from './state/project.js';
import type {
  Comment,
  Issue,
  Label,
  Milestone,
  PullRequest,
  Reaction,
  Repository,
  Review,
  ReviewComment,
  ReviewThread,
} from './state/repository.js';

export type { App } from './state/app.js';
export * from './state/check.js';
export type * from './state/project.js';
export * from './state/repository.js';
export type { RunConclusion, Workflow, WorkflowJob } from './state/workflow.js';
export { type Account, type Role, reaches };

/** The state of this GitHub: records that refer to each other. A record names its GraphQL type in `kind`. */
export type State = {
  /** By login in lower case. */
  readonly accounts: Map<string, Account>;
  /** By `owner/name` in lower case. */
  readonly repositories: Map<string, Repository>;
  readonly projects: Project[];
  readonly apps: Map<number, App>;
  readonly installations: Map<number, Installation>;
  readonly deliveries: Delivery[];
  /** By node id. */
  readonly nodes: Map<string, Node>;
};

/** The records that GraphQL finds by node id. */
export type Node =
  | Account
  | Repository
  | Issue
  | PullRequest
  | Review
  | ReviewThread
  | ReviewComment
  | Comment
  | Label
  | Milestone
  | Reaction
  | Project
  | ProjectItem
  | DraftIssue;

export type Installation = {
  readonly id: number;
  readonly app: App;
  readonly account: Account;
  readonly permissions: Permissions;
  /** Null: all repositories of the account, including future ones. */
  readonly repositories: Repository[] | null;
  readonly createdAt: string;
  suspended: boolean;
};

/** A webhook delivery. The response is null until the App answers. */
export type Delivery = {
  readonly id: number;
  readonly guid: string;
  readonly app: App;
  readonly installation: Installation;
  readonly repository: Repository;
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  readonly deliveredAt: string;
  readonly url: string;
  readonly requestHeaders: { readonly [name: string]: string };
  readonly body: string;
  durationSeconds: number;
  status: string;
  statusCode: number;
  response: { headers: { readonly [name: string]: string }; body: string } | null;
};

/** An empty state. */
export function emptyState(): State {
  return {
    accounts: new Map(),
    repositories: new Map(),
    projects: [],
    apps: new Map(),
    installations: new Map(),
    deliveries: [],
    nodes: new Map(),
  };
}

/** `owner/name`. */
export const fullName = (repository: Repository): string => `${repository.owner.login}/${repository.name}`;

/** Finds a repository, ignoring case. */
export function findRepository(state: State, name: string): Repository | undefined {
  return state.repositories.get(name.toLowerCase());
}

/** Finds an account, ignoring case. */
export function findAccount(state: State, login: string): Account | undefined {
  return state.accounts.get(login.toLowerCase());
}

/** The role of an account in a repository; the owner is admin, and everyone can read public repositories. */
export function roleOf(repository: Repository, account: Account): Role | null {
  if (repository.owner.id === account.id) return 'admin';
  return repository.collaborators.get(account.login.toLowerCase()) ?? (repository.private ? null : 'read');
}
