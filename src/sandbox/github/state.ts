import type { Commit } from './git/commits.js';
import type { Permissions } from './permissions.js';

/** What stands in this GitHub: plain records that point at each other. Every record carries the GraphQL type it answers to. */
export type State = {
  readonly accounts: Map<string, Account>;
  readonly repositories: Map<string, Repository>;
  readonly apps: Map<number, App>;
  readonly installations: Map<number, Installation>;
  readonly deliveries: Delivery[];
  readonly nodes: Map<string, Node>;
};

export type Node = Account | Repository | Issue | Comment | Label | Reaction;

type Entity<Kind extends string> = { readonly kind: Kind; readonly id: number; readonly nodeId: string };

export type Account = Entity<'User' | 'Organization' | 'Bot'> & {
  readonly login: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly createdAt: string;
};

export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Role = (typeof roles)[number];

export type Repository = Entity<'Repository'> & {
  readonly owner: Account;
  readonly name: string;
  readonly private: boolean;
  readonly description: string | null;
  readonly defaultBranch: string;
  /** The bare repository on disk: branches and files are read from there, never kept twice. */
  readonly gitDir: string;
  readonly collaborators: Map<string, Role>;
  readonly labels: Label[];
  readonly issues: Issue[];
  readonly runs: WorkflowRun[];
  readonly workflowIds: Map<string, number>;
  /** Commits that GitHub signed with its own key. */
  readonly signedCommits: Set<string>;
  readonly actions: ActionsSettings;
  readonly createdAt: string;
  nextNumber: number;
  pushedAt: string;
  updatedAt: string;
};

type ActionsSettings = {
  enabled: boolean;
  defaultPermissions: 'read' | 'write';
  canApprovePullRequests: boolean;
  /** What jobs find under `secrets` and `vars`. */
  readonly secrets: { readonly [name: string]: string };
  readonly variables: { readonly [name: string]: string };
};

export type Label = Entity<'Label'> & {
  readonly repository: Repository;
  readonly createdAt: string;
  name: string;
  color: string;
  description: string | null;
};

export type StateReason = 'completed' | 'not_planned' | 'duplicate' | 'reopened';

export type Issue = Entity<'Issue'> & {
  readonly repository: Repository;
  readonly number: number;
  readonly author: Account;
  readonly viaApp: App | null;
  readonly createdAt: string;
  readonly comments: Comment[];
  readonly reactions: Reaction[];
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: StateReason | null;
  labels: Label[];
  assignees: Account[];
  locked: boolean;
  lockReason: string | null;
  type: string | null;
  blockedBy: Issue[];
  duplicateOf: Issue | null;
  updatedAt: string;
  closedAt: string | null;
  closedBy: Account | null;
};

export type Comment = Entity<'IssueComment'> & {
  readonly issue: Issue;
  readonly author: Account;
  readonly viaApp: App | null;
  readonly createdAt: string;
  readonly reactions: Reaction[];
  body: string;
  updatedAt: string;
};

export const reactionContents = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const;
export type ReactionContent = (typeof reactionContents)[number];

export type Reaction = Entity<'Reaction'> & {
  readonly account: Account;
  readonly content: ReactionContent;
  readonly subject: Issue | Comment;
  readonly createdAt: string;
};

export type App = {
  readonly id: number;
  readonly nodeId: string;
  readonly slug: string;
  readonly name: string;
  readonly owner: Account;
  readonly bot: Account;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly createdAt: string;
};

export type Installation = {
  readonly id: number;
  readonly app: App;
  readonly account: Account;
  readonly permissions: Permissions;
  /** Null: every repository of the account, also those made later. */
  readonly repositories: Repository[] | null;
  readonly createdAt: string;
  suspended: boolean;
};

export type RunConclusion =
  | 'success'
  | 'failure'
  | 'cancelled'
  | 'skipped'
  | 'timed_out'
  | 'action_required'
  | 'neutral'
  | 'startup_failure';

export type WorkflowRun = {
  readonly id: number;
  readonly nodeId: string;
  readonly number: number;
  readonly repository: Repository;
  readonly workflow: Workflow;
  readonly event: string;
  readonly headBranch: string;
  readonly headCommit: Commit;
  readonly actor: Account;
  readonly inputs: { readonly [name: string]: unknown };
  readonly payload: unknown;
  readonly createdAt: string;
  /** A run-name is known only when the runner has read the file. */
  title: string;
  status: RunStatus;
  conclusion: RunConclusion | null;
  startedAt: string;
  updatedAt: string;
  /** As the runner says; none before it has begun. */
  jobs: readonly WorkflowJob[];
};

type RunStatus = 'queued' | 'in_progress' | 'completed';

export type WorkflowJob = {
  readonly id: number;
  readonly name: string;
  readonly status: RunStatus;
  readonly conclusion: RunConclusion | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly steps: readonly WorkflowStep[];
};

type WorkflowStep = {
  readonly number: number;
  readonly name: string;
  readonly status: RunStatus;
  readonly conclusion: RunConclusion | null;
};

export type Workflow = {
  readonly id: number;
  readonly path: string;
  readonly name: string;
};

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

/** A GitHub in which nothing happened yet. */
export function emptyState(): State {
  return {
    accounts: new Map(),
    repositories: new Map(),
    apps: new Map(),
    installations: new Map(),
    deliveries: [],
    nodes: new Map(),
  };
}

/** `owner/name`, as GitHub spells a repository in every text. */
export const fullName = (repository: Repository): string => `${repository.owner.login}/${repository.name}`;

/** Looks a repository up as GitHub does: case does not matter. */
export function findRepository(state: State, name: string): Repository | undefined {
  return state.repositories.get(name.toLowerCase());
}

/** Looks an account up as GitHub does: case does not matter. */
export function findAccount(state: State, login: string): Account | undefined {
  return state.accounts.get(login.toLowerCase());
}

/** The role of an account in a repository; the owner administrates, everybody reads what is public. */
export function roleOf(repository: Repository, account: Account): Role | null {
  if (repository.owner.id === account.id) return 'admin';
  return repository.collaborators.get(account.login.toLowerCase()) ?? (repository.private ? null : 'read');
}

/** Whether a role reaches at least as far as another one. */
export const reaches = (role: Role | null, wanted: Role): boolean =>
  role !== null && roles.indexOf(role) >= roles.indexOf(wanted);
