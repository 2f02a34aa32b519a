// Creates the content of a seed. Used by index.ts only.

import { addAccount } from './add-account.js';
import { addApp } from './seed/accounts.js';
import { commitSteps, writeHistory } from './seed/history.js';
import { addMentionEvents, setUpdatedAt } from './seed/issue-details.js';
import { addIssue, linkIssue } from './seed/issues.js';
import { addProject } from './seed/projects.js';
import { addPull, finishPull, pullSteps } from './seed/pulls.js';
import { addRepository } from './seed/repositories.js';
import type { IssueSeed, PullSeed, RepositorySeed, Seed } from './seed/shape.js';
import type { Issue, PullRequest, Repository } from './state.js';
import type { World } from './world.js';

/** A repository whose issues and pull requests exist but are not linked yet. */
type SeededRepository = {
  readonly repository: Repository;
  readonly issues: readonly { readonly seed: IssueSeed; readonly issue: Issue | null }[];
  readonly pulls: readonly { readonly seed: PullSeed; readonly pull: PullRequest }[];
};

/** Creates everything in a seed. Emits no events and records no effects. */
export async function applySeed(world: World, seed: Seed): Promise<void> {
  for (const user of seed.users ?? []) addAccount(world, typeof user === 'string' ? { login: user } : user);
  for (const login of seed.organizations ?? []) addAccount(world, { login }, 'Organization');
  const seeded: SeededRepository[] = [];
  for (const repository of seed.repositories ?? []) seeded.push(await seedRepository(world, repository));
  for (const app of seed.apps ?? []) addApp(world, app);
  for (const { repository, issues } of seeded) {
    for (const one of issues) linkIssue(world, { repository, ...one });
  }
  for (const { repository, pulls } of seeded) {
    for (const one of pulls) await finishPull(world, { repository, ...one });
  }
  for (const { repository } of seeded) await addMentionEvents(world, repository);
  for (const project of seed.projects ?? []) addProject(world, project);
  for (const { issues, pulls } of seeded) {
    for (const one of issues) if (one.issue !== null) setUpdatedAt(one.issue, one.seed);
    for (const { pull, seed: pullSeed } of pulls) setUpdatedAt(pull, pullSeed);
  }
}

/** Everything of a repository that refers to no other repository. */
async function seedRepository(world: World, seed: RepositorySeed): Promise<SeededRepository> {
  const repository = await addRepository(world, seed);
  const issues = (seed.issues ?? []).map((one) => ({ seed: one, issue: addIssue(world, { repository, seed: one }) }));
  const pulls: { seed: PullSeed; pull: PullRequest }[] = [];
  for (const one of seed.pulls ?? []) pulls.push({ seed: one, pull: await addPull(world, { repository, seed: one }) });
  const steps = [
    ...commitSteps(world, { repository, seed }),
    ...pulls.flatMap((one) => pullSteps(world, { repository, ...one })),
  ];
  if (steps.length > 0) await writeHistory(repository, steps);
  return { repository, issues, pulls };
}
