import { plantAccount, plantApp } from './seed/accounts.js';
import { dateLast, noteMentions } from './seed/discussions.js';
import { commitDeeds, writeHistory } from './seed/history.js';
import { linkIssue, plantIssue } from './seed/issues.js';
import { plantProject } from './seed/projects.js';
import { finishPull, plantPull, pullDeeds } from './seed/pulls.js';
import { plantRepository } from './seed/repositories.js';
import type { IssueSeed, PullSeed, RepositorySeed, Seed } from './seed/shape.js';
import type { Issue, PullRequest, Repository } from './state.js';
import type { World } from './world.js';

/** A repository whose issues and pull requests stand there, but are not tied to each other yet. */
type Sown = {
  readonly repository: Repository;
  readonly issues: readonly { readonly seed: IssueSeed; readonly issue: Issue | null }[];
  readonly pulls: readonly { readonly seed: PullSeed; readonly pull: PullRequest }[];
};

/** Puts a seed into the world. Nothing of it counts as an effect, nobody is told. */
export async function plant(world: World, seed: Seed): Promise<void> {
  for (const user of seed.users ?? []) plantAccount(world, typeof user === 'string' ? { login: user } : user);
  for (const login of seed.organizations ?? []) plantAccount(world, { login }, 'Organization');
  const sown: Sown[] = [];
  for (const repository of seed.repositories ?? []) sown.push(await sow(world, repository));
  for (const app of seed.apps ?? []) plantApp(world, app);
  for (const { repository, issues } of sown) {
    for (const one of issues) linkIssue(world, { repository, ...one });
  }
  for (const { repository, pulls } of sown) {
    for (const one of pulls) await finishPull(world, { repository, ...one });
  }
  for (const { repository } of sown) await noteMentions(world, repository);
  for (const project of seed.projects ?? []) plantProject(world, project);
  for (const { issues, pulls } of sown) {
    for (const one of issues) if (one.issue !== null) dateLast(one.issue, one.seed);
    for (const { pull, seed: told } of pulls) dateLast(pull, told);
  }
}

/** Everything of one repository that needs no other: threads by their numbers, and the history that their commits make. */
async function sow(world: World, seed: RepositorySeed): Promise<Sown> {
  const repository = await plantRepository(world, seed);
  const issues = (seed.issues ?? []).map((one) => ({ seed: one, issue: plantIssue(world, { repository, seed: one }) }));
  const pulls: { seed: PullSeed; pull: PullRequest }[] = [];
  for (const one of seed.pulls ?? [])
    pulls.push({ seed: one, pull: await plantPull(world, { repository, seed: one }) });
  const deeds = [
    ...commitDeeds(world, { repository, seed }),
    ...pulls.flatMap((one) => pullDeeds(world, { repository, ...one })),
  ];
  if (deeds.length > 0) await writeHistory(repository, deeds);
  return { repository, issues, pulls };
}
