// Creates the issues of a seed. Used by seed.ts.

import { addBlockerSilently } from '../acts/dependencies.js';
import { addTimelineEvent } from '../acts/emit.js';
import { buildIssue } from '../acts/issues.js';
import { addSubIssueSilently } from '../acts/sub-issues.js';
import { addAccount } from '../add-account.js';
import { fullName, type Issue, type Repository } from '../state.js';
import { repositoryNamed } from '../token-for.js';
import { stamp, type World } from '../world.js';
import { actAt } from './accounts.js';
import { issueAt, threadAt } from './find.js';
import { addDetails } from './issue-details.js';
import type { IssueSeed } from './shape.js';

type SeededIssue = { readonly repository: Repository; readonly seed: IssueSeed };

/** Creates an issue without its links, which are added when all issues exist. */
export function addIssue(world: World, { repository, seed }: SeededIssue): Issue | null {
  if (seed.transferredTo !== undefined) {
    repository.nextNumber = Math.max(repository.nextNumber, (seed.number ?? repository.nextNumber) + 1);
    return null;
  }
  const author = addAccount(world, { login: seed.author ?? repository.owner.login });
  const act = actAt(world, { by: author, at: seed.createdAt });
  const { title, body = null, number } = seed;
  const issue = buildIssue(act, { repository, title, body, ...(number === undefined ? {} : { number }) });
  issue.type = seed.type ?? null;
  addDetails(world, { thread: issue, seed });
  for (const one of seed.reopened ?? []) reopen(world, { issue, ...(typeof one === 'string' ? { at: one } : one) });
  return issue;
}

function reopen(world: World, { issue, at, by }: { issue: Issue; at?: string; by?: string }): void {
  const act = actAt(world, { by: by === undefined ? issue.author : addAccount(world, { login: by }), at });
  addTimelineEvent(act, issue, { kind: 'ClosedEvent', stateReason: 'completed', closer: null });
  addTimelineEvent(act, issue, { kind: 'ReopenedEvent', stateReason: 'reopened' });
  issue.stateReason = 'reopened';
}

/** Adds the links of an issue. */
export function linkIssue(world: World, { repository, seed, issue }: SeededIssue & { issue: Issue | null }): void {
  const at = (ref: number | string) => issueAt(world, { repository, ref });
  if (issue === null) {
    const moved = at(seed.transferredTo ?? '');
    repository.transferredIssues.set(seed.number ?? 0, moved);
    addTimelineEvent(actAt(world, { by: moved.author, at: moved.createdAt }), moved, {
      kind: 'TransferredEvent',
      fromRepository: repository,
    });
    return;
  }
  for (const one of seed.blockedBy ?? []) {
    const dependency = typeof one === 'object' ? one : { issue: one };
    const by = dependency.by === undefined ? issue.author : addAccount(world, { login: dependency.by });
    addBlockerSilently(actAt(world, { by, at: dependency.at ?? seed.createdAt }), {
      issue,
      blocker: at(dependency.issue),
    });
  }
  issue.duplicateOf = seed.duplicateOf === undefined ? null : at(seed.duplicateOf);
  const family = actAt(world, { by: issue.author, at: seed.createdAt });
  const children = (seed.children ?? []).map(at).filter((child) => child.parent === null);
  for (const child of children) addSubIssueSilently(family, { parent: issue, child });
  if (seed.parent !== undefined && issue.parent === null)
    addSubIssueSilently(family, { parent: at(seed.parent), child: issue });
  for (const branch of seed.linkedBranches ?? []) {
    const { repository: home, name } =
      typeof branch === 'string' ? { repository: fullName(repository), name: branch } : branch;
    issue.linkedBranches.push({ repository: repositoryNamed(world, home), name });
  }
  if (seed.state === 'closed' || seed.converted === true) close(world, { repository, seed, issue });
}

function close(world: World, { repository, seed, issue }: SeededIssue & { issue: Issue }): void {
  const by = seed.closedBy === undefined ? issue.author : addAccount(world, { login: seed.closedBy });
  const act = actAt(world, { by, at: seed.closedAt ?? seed.updatedAt ?? seed.createdAt });
  issue.state = 'closed';
  issue.stateReason = seed.stateReason ?? 'completed';
  issue.closedAt = stamp(act.world);
  issue.closedBy = by;
  const { duplicateOf, stateReason } = issue;
  if (seed.converted === true) addTimelineEvent(act, issue, { kind: 'ConvertedToDiscussionEvent' });
  if (duplicateOf !== null) addTimelineEvent(act, issue, { kind: 'MarkedAsDuplicateEvent', canonical: duplicateOf });
  addTimelineEvent(act, issue, {
    kind: 'ClosedEvent',
    stateReason,
    closer: closerIn(world, { repository, closer: seed.closer }),
  });
}

function closerIn(world: World, { repository, closer }: { repository: Repository; closer: IssueSeed['closer'] }) {
  if (closer === undefined) return null;
  if ('commit' in closer) {
    const sha = repository.namedCommits.get(closer.commit) ?? closer.commit;
    return { kind: 'commit' as const, sha, repository };
  }
  const pull = threadAt(world, { repository, ref: closer.pull });
  if (pull.kind !== 'PullRequest') throw new Error(`${closer.pull} closes an issue and is no pull request`);
  return { kind: 'pull' as const, pull };
}
