import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { buildComment } from './acts/comments.js';
import { buildIssue } from './acts/issues.js';
import { buildLabel, findLabel } from './acts/labels.js';
import { createBare, type Files } from './git/create-bare.js';
import { nodeId } from './ids.js';
import type { Permissions } from './permissions.js';
import type { Role, StateReason } from './state.js';
import { type Account, type App, findAccount, fullName, type Issue, type Repository } from './state.js';
import { repositoryNamed } from './token-for.js';
import { type Act, stamp, type World } from './world.js';

/** What a sandbox holds before anybody comes. Everything is optional but names. */
export type Seed = {
  readonly users?: readonly (string | AccountSeed)[];
  readonly organizations?: readonly string[];
  readonly repositories?: readonly RepositorySeed[];
  readonly apps?: readonly AppSeed[];
};

type AccountSeed = { readonly login: string; readonly name?: string; readonly email?: string };

export type RepositorySeed = {
  readonly owner: string;
  readonly name: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly defaultBranch?: string;
  readonly files?: Files;
  readonly collaborators?: { readonly [login: string]: Role };
  readonly labels?: readonly (string | { name: string; color?: string; description?: string })[];
  readonly issues?: readonly IssueSeed[];
  /** What its workflows find under `secrets` and `vars`. */
  readonly secrets?: { readonly [name: string]: string };
  readonly variables?: { readonly [name: string]: string };
};

export type IssueSeed = {
  readonly title: string;
  readonly body?: string;
  readonly author?: string;
  readonly labels?: readonly string[];
  readonly assignees?: readonly string[];
  readonly state?: 'open' | 'closed';
  readonly stateReason?: StateReason;
  readonly locked?: boolean;
  readonly type?: string;
  /** Numbers of issues of the same repository that stand earlier or later in the seed. */
  readonly blockedBy?: readonly number[];
  readonly duplicateOf?: number;
  readonly comments?: readonly { readonly author?: string; readonly body: string }[];
  readonly createdAt?: string;
  readonly updatedAt?: string;
};

type AppSeed = {
  readonly slug: string;
  readonly name?: string;
  readonly owner?: string;
  readonly permissions?: Permissions;
  readonly events?: readonly string[];
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Without one a pair is made. */
  readonly keys?: { readonly publicKey: string; readonly privateKey: string };
  /** Accounts it is installed on: all of their repositories, or those named. */
  readonly installations?: readonly { readonly account: string; readonly repositories?: readonly string[] }[];
};

/** Puts a seed into the world. Nothing of it counts as an effect, nobody is told. */
export async function plant(world: World, seed: Seed): Promise<void> {
  for (const user of seed.users ?? []) plantAccount(world, typeof user === 'string' ? { login: user } : user);
  for (const login of seed.organizations ?? []) plantAccount(world, { login }, 'Organization');
  for (const repository of seed.repositories ?? []) await plantRepository(world, repository);
  for (const app of seed.apps ?? []) plantApp(world, app);
}

/** Adds an account, or gives the one that is there. */
export function plantAccount(
  world: World,
  seed: AccountSeed & { id?: number },
  kind: Account['kind'] = 'User',
): Account {
  const known = findAccount(world.state, seed.login);
  if (known !== undefined) return known;
  const id = seed.id ?? world.ids.next();
  const prefix = { User: 'U', Organization: 'O', Bot: 'BOT' }[kind];
  const account: Account = {
    kind,
    id,
    nodeId: nodeId(prefix, id),
    login: seed.login,
    name: seed.name ?? null,
    email: seed.email ?? null,
    createdAt: stamp(world),
  };
  world.state.accounts.set(seed.login.toLowerCase(), account);
  world.state.nodes.set(account.nodeId, account);
  return account;
}

async function plantRepository(world: World, seed: RepositorySeed): Promise<void> {
  const repository = buildRepository(world, seed);
  world.state.repositories.set(fullName(repository).toLowerCase(), repository);
  world.state.nodes.set(repository.nodeId, repository);
  for (const login of Object.keys(seed.collaborators ?? {})) plantAccount(world, { login });
  for (const label of seed.labels ?? []) {
    buildLabel({ world }, { repository, draft: typeof label === 'string' ? { name: label } : label });
  }
  for (const issue of seed.issues ?? []) plantIssue(world, { repository, seed: issue });
  linkIssues(repository, seed.issues ?? []);
  const { gitDir: dir, defaultBranch: branch } = repository;
  await createBare({ dir, branch, files: seed.files ?? { 'README.md': `# ${seed.name}\n` }, at: world.now() });
}

function buildRepository(world: World, seed: RepositorySeed): Repository {
  const id = world.ids.next();
  const at = stamp(world);
  const collaborators = Object.entries(seed.collaborators ?? {});
  return {
    kind: 'Repository',
    id,
    nodeId: nodeId('R', id),
    owner: plantAccount(world, { login: seed.owner }),
    name: seed.name,
    private: seed.private ?? false,
    description: seed.description ?? null,
    defaultBranch: seed.defaultBranch ?? 'main',
    gitDir: join(world.dir, seed.owner, `${seed.name}.git`),
    collaborators: new Map(collaborators.map(([login, role]) => [login.toLowerCase(), role])),
    labels: [],
    issues: [],
    runs: [],
    workflowIds: new Map(),
    signedCommits: new Set(),
    actions: {
      enabled: true,
      defaultPermissions: 'read',
      canApprovePullRequests: false,
      secrets: seed.secrets ?? {},
      variables: seed.variables ?? {},
    },
    createdAt: at,
    nextNumber: 1,
    pushedAt: at,
    updatedAt: at,
  };
}

const as = (world: World, account: Account): Act => ({ world, by: { account, app: null, workflow: false } });

function plantIssue(world: World, { repository, seed }: { repository: Repository; seed: IssueSeed }): void {
  const author = plantAccount(world, { login: seed.author ?? repository.owner.login });
  const issue = buildIssue(as(world, author), { repository, title: seed.title, body: seed.body ?? null });
  issue.labels = (seed.labels ?? []).map(
    (name) => findLabel(repository, name) ?? buildLabel({ world }, { repository, draft: { name } }),
  );
  issue.assignees = (seed.assignees ?? []).map((login) => plantAccount(world, { login }));
  issue.locked = seed.locked ?? false;
  issue.type = seed.type ?? null;
  for (const { author: login, body } of seed.comments ?? []) {
    const commenter = login === undefined ? author : plantAccount(world, { login });
    buildComment(as(world, commenter), { issue, body });
  }
  if (seed.state === 'closed') close(issue, { reason: seed.stateReason ?? 'completed', by: author });
  issue.updatedAt = seed.updatedAt ?? seed.createdAt ?? issue.updatedAt;
  Object.assign(issue, seed.createdAt === undefined ? {} : { createdAt: seed.createdAt });
}

function close(issue: Issue, { reason, by }: { reason: StateReason; by: Account }): void {
  issue.state = 'closed';
  issue.stateReason = reason;
  issue.closedAt = issue.updatedAt;
  issue.closedBy = by;
}

/** Links come last, so that an issue may name one that stands after it. */
function linkIssues(repository: Repository, seeds: readonly IssueSeed[]): void {
  const numbered = (number: number): Issue => {
    const issue = repository.issues.find((one) => one.number === number);
    if (issue === undefined) throw new Error(`${fullName(repository)} is seeded without an issue #${number}`);
    return issue;
  };
  const first = repository.issues.length - seeds.length;
  for (const [i, { blockedBy = [], duplicateOf }] of seeds.entries()) {
    const issue = repository.issues[first + i];
    if (issue === undefined) continue;
    issue.blockedBy = blockedBy.map(numbered);
    issue.duplicateOf = duplicateOf === undefined ? null : numbered(duplicateOf);
  }
}

function plantApp(world: World, seed: AppSeed): void {
  const app = buildApp(world, seed);
  world.state.apps.set(app.id, app);
  for (const { account, repositories } of seed.installations ?? []) {
    const id = world.ids.next();
    world.state.installations.set(id, {
      id,
      app,
      account: plantAccount(world, { login: account }),
      permissions: app.permissions,
      repositories: repositories?.map((name) => repositoryNamed(world, `${account}/${name}`)) ?? null,
      createdAt: stamp(world),
      suspended: false,
    });
  }
}

function buildApp(world: World, seed: AppSeed): App {
  const id = world.ids.next();
  const bot = plantAccount(world, { login: `${seed.slug}[bot]` }, 'Bot');
  return {
    id,
    nodeId: nodeId('A', id),
    slug: seed.slug,
    name: seed.name ?? seed.slug,
    owner: plantAccount(world, { login: seed.owner ?? seed.installations?.[0]?.account ?? seed.slug }),
    bot,
    permissions: { metadata: 'read', ...seed.permissions },
    events: seed.events ?? [],
    webhook: seed.webhook ?? null,
    ...(seed.keys ?? makeKeys()),
    createdAt: stamp(world),
  };
}

function makeKeys(): { publicKey: string; privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
