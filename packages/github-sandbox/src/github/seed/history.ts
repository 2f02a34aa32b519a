// Writes the commits of a seed in order of time. Used by seed.ts, and by seed/pulls.ts for the commits of pull requests.

import { addAccount } from '../add-account.js';
import { ancestorsOf } from '../git/history.js';
import { readRef, writeRefFile } from '../git/refs.js';
import type { PullRequest, Repository } from '../state.js';
import type { World } from '../world.js';
import type { CommitSeed, PullSeed, RepositorySeed } from './shape.js';
import { type Change, changesIn, writeSeed } from './write-commit.js';

/** The last commit of each branch while the history is written; stored as refs at the end. */
export type Tips = Map<string, string>;

/** One change of the history with its time. At the same time, steps run in order of rank: branches 0, commits 1, pull requests 2, merges 3. */
export type HistoryStep = { readonly at: string; readonly rank: number; run(tips: Tips): Promise<void> };

/** Writes the history in order of time and sets the branches. */
export async function writeHistory(repository: Repository, steps: readonly HistoryStep[]): Promise<void> {
  const { gitDir: dir, defaultBranch } = repository;
  const first = await readRef(dir, `refs/heads/${defaultBranch}`);
  const tips: Tips = new Map(first === null ? [] : [[defaultBranch, first.sha]]);
  const inOrder = steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.rank - b.rank);
  for (const step of inOrder) await step.run(tips);
  for (const [branch, sha] of tips) await writeRefFile(dir, { name: `refs/heads/${branch}`, sha });
}

/** The commits of the seed on branches. */
export function commitSteps(
  world: World,
  { repository, seed }: { repository: Repository; seed: RepositorySeed },
): HistoryStep[] {
  const start = repository.createdAt;
  const onDefault = (seed.commits ?? []).map((commit) => ({ branch: repository.defaultBranch, ...commit }));
  const onBranches = (seed.branches ?? []).flatMap(({ name, commits = [] }) =>
    commits.map((commit) => ({ branch: name, ...commit })),
  );
  const branchSteps = (seed.branches ?? []).map(
    ({ name, from = repository.defaultBranch, commits = [] }): HistoryStep => {
      return {
        at: commits[0]?.at ?? start,
        rank: 0,
        run: async (tips) => ensureBranch(tips, { name, from, repository }),
      };
    },
  );
  const commitsAsSteps = [...onDefault, ...onBranches].map(({ branch, ...commit }): HistoryStep => {
    const addCommit = async (tips: Tips) => {
      ensureBranch(tips, { name: branch, from: repository.defaultBranch, repository });
      await addCommits(world, { repository, tips, branch, seeds: [commit], by: repository.owner.login });
    };
    return { at: commit.at ?? nowOf(world), rank: 1, run: addCommit };
  });
  return [...branchSteps, ...commitsAsSteps];
}

export const nowOf = (world: World): string => new Date(world.now()).toISOString();

/** Creates a branch from another one if it does not exist. */
export function ensureBranch(
  tips: Tips,
  { name, from, repository }: { name: string; from: string; repository: Repository },
): void {
  const start = tips.get(from) ?? tips.get(repository.defaultBranch);
  if (!tips.has(name) && start !== undefined) tips.set(name, start);
}

type CommitsToAdd = { repository: Repository; tips: Tips; branch: string; seeds: readonly CommitSeed[]; by: string };

/** Commits to a branch; returns the commits' ids and changes. */
export async function addCommits(
  world: World,
  { repository, tips, branch, seeds, by }: CommitsToAdd,
): Promise<{ shas: string[]; changes: Change[] }> {
  const shas: string[] = [];
  const all: Change[] = [];
  for (const seed of seeds) {
    const tip = tips.get(branch);
    const changes = await changesIn({ repository, seed });
    const parents = tip === undefined ? [] : [tip];
    const sha = await writeSeed(world, { repository, parents, seed, changes, by: addAccount(world, { login: by }) });
    tips.set(branch, sha);
    shas.push(sha);
    all.push(...changes);
  }
  return { shas, changes: all };
}

type Merge = { pull: PullRequest; seed: PullSeed; tips: Tips; changes: readonly Change[] };

/** Writes a merge commit to the seed's branches; a named existing commit may serve as the merge. */
export async function mergeInto(world: World, { pull, seed, tips, changes }: Merge): Promise<string> {
  const { repository, base } = pull;
  const { merge = {} } = seed;
  const existing = merge.name === undefined ? undefined : repository.namedCommits.get(merge.name);
  const before = tips.get(base.ref) ?? base.sha;
  pull.base = { ref: base.ref, sha: before };
  if (existing !== undefined) return existing;
  const squash = merge.method === 'squash';
  const from = `${(pull.head.repository?.owner ?? pull.author).login}/${pull.head.ref}`;
  const defaultMessage = squash
    ? `${pull.title} (#${pull.number})`
    : `Merge pull request #${pull.number} from ${from}\n\n${pull.title}`;
  const commit: CommitSeed = {
    message: merge.message ?? defaultMessage,
    ...(merge.name === undefined ? {} : { name: merge.name }),
    at: merge.at ?? seed.closedAt ?? nowOf(world),
    by: merge.by ?? seed.closedBy ?? pull.author.login,
  };
  const parents = squash ? [before] : [before, pull.head.sha];
  const sha = await writeSeed(world, { repository, parents, seed: commit, changes, by: pull.author });
  for (const branch of merge.branches ?? [base.ref])
    await addMergeToBranch(world, { repository, tips, branch, sha, commit });
  return sha;
}

type BranchMerge = { repository: Repository; tips: Tips; branch: string; sha: string; commit: CommitSeed };

/** Fast-forwards a branch to a commit if possible, otherwise merges it. */
async function addMergeToBranch(world: World, { repository, tips, branch, sha, commit }: BranchMerge): Promise<void> {
  const tip = tips.get(branch);
  if (tip === undefined || (await ancestorsOf(repository.commits, sha)).has(tip)) {
    tips.set(branch, sha);
    return;
  }
  const { name: _, ...unnamed } = commit;
  const seed = { ...unnamed, message: `Merge ${sha.slice(0, 7)} into ${branch}` };
  tips.set(
    branch,
    await writeSeed(world, { repository, parents: [tip, sha], seed, changes: [], by: repository.owner }),
  );
}
