// Creates the repositories of a seed, and forks for its pull requests. Used by seed.ts and seed/pulls.ts.

import { join } from 'node:path';
import { buildLabel } from '../acts/labels.js';
import { addAccount } from '../add-account.js';
import { openCommitCache } from '../git/commit-cache.js';
import { createBare, fetchBetween } from '../git/create-bare.js';
import { nodeId } from '../ids.js';
import { findRepository, fullName, type Milestone, type Repository } from '../state.js';
import { stamp, type World } from '../world.js';
import type { RepositorySeed } from './shape.js';

/** Creates a repository with labels, milestones and first commit; a fork starts with its parent's content. */
export async function addRepository(world: World, seed: RepositorySeed): Promise<Repository> {
  const repository = buildRepository(world, seed);
  world.state.repositories.set(fullName(repository).toLowerCase(), repository);
  world.state.nodes.set(repository.nodeId, repository);
  for (const login of Object.keys(seed.collaborators ?? {})) addAccount(world, { login });
  for (const label of seed.labels ?? []) {
    buildLabel({ world }, { repository, draft: typeof label === 'string' ? { name: label } : label });
  }
  for (const milestone of seed.milestones ?? [])
    repository.milestones.push(buildMilestone(world, { repository, milestone }));
  const { gitDir: dir, defaultBranch: branch, parent } = repository;
  const files = parent === null ? (seed.files ?? { 'README.md': `# ${seed.name}\n` }) : {};
  await createBare({ dir, branch, files, at: Date.parse(repository.createdAt) });
  if (parent !== null) {
    await fetchBetween({ from: parent.gitDir, to: dir, source: 'refs/heads/*', ref: 'refs/heads/*' });
  }
  return repository;
}

/** The repository with this name, or a new fork. */
export async function forkNamed(
  world: World,
  { name, parent, at }: { name: string; parent: Repository; at: string },
): Promise<Repository> {
  const existing = findRepository(world.state, name);
  if (existing !== undefined) return existing;
  const [owner = '', short = ''] = name.split('/');
  const forkOf = fullName(parent);
  return addRepository(world, { owner, name: short, forkOf, defaultBranch: parent.defaultBranch, createdAt: at });
}

function buildRepository(world: World, seed: RepositorySeed): Repository {
  const id = world.ids.next();
  const at = stamp(world);
  const gitDir = join(world.dir, seed.owner, `${seed.name}.git`);
  return {
    ...empty(),
    kind: 'Repository',
    id,
    nodeId: nodeId('R', id),
    owner: addAccount(world, { login: seed.owner }),
    name: seed.name,
    private: seed.private ?? false,
    description: seed.description ?? null,
    defaultBranch: seed.defaultBranch ?? 'main',
    parent: seed.forkOf === undefined ? null : parentNamed(world, seed.forkOf),
    gitDir,
    commits: openCommitCache(gitDir),
    collaborators: new Map(
      Object.entries(seed.collaborators ?? {}).map(([login, role]) => [login.toLowerCase(), role]),
    ),
    rules: new Map(Object.entries(seed.rules ?? {})),
    actions: {
      enabled: true,
      defaultPermissions: 'read',
      canApprovePullRequests: seed.actionsMayOpenPulls ?? false,
      secrets: seed.secrets ?? {},
      variables: seed.variables ?? {},
    },
    createdAt: seed.createdAt ?? at,
    nextNumber: 1,
    pushedAt: at,
    updatedAt: at,
  };
}

const empty = () => ({
  labels: [],
  milestones: [],
  issues: [],
  pulls: [],
  threadsByNumber: new Map(),
  transferredIssues: new Map(),
  pullsByCommit: new Map(),
  checks: { suites: new Map(), statuses: new Map() },
  mergeGroups: new Map(),
  runs: [],
  workflowIds: new Map(),
  signedCommits: new Set<string>(),
  namedCommits: new Map(),
});

function parentNamed(world: World, name: string): Repository {
  const parent = findRepository(world.state, name);
  if (parent === undefined) throw new Error(`the seed forks ${name}, which the seed does not define before it`);
  return parent;
}

function buildMilestone(
  world: World,
  { repository, milestone }: { repository: Repository; milestone: NonNullable<RepositorySeed['milestones']>[number] },
): Milestone {
  const id = world.ids.next();
  return {
    kind: 'Milestone',
    id,
    nodeId: nodeId('MI', id),
    repository,
    number: repository.milestones.length + 1,
    creator: repository.owner,
    createdAt: repository.createdAt,
    title: milestone.title,
    description: null,
    dueOn: milestone.dueOn ?? null,
    closedAt: milestone.closedAt ?? null,
  };
}
