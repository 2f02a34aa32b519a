// The merge queue of a branch. GitHub merges each pull request with the branch on a temporary branch, requests checks for that commit,
// and moves the branch if the required checks pass. GitHub can check several pull requests at once; this queue checks one at a time. Used by the
// pages, by create-world.ts for the events that advance a queue, and by the package's src/index.ts.

import { addAccount } from '../add-account.js';
import { moveRef, zeroSha } from '../git/refs.js';
import { checkRunsOf, statusesOf } from '../pulls/checks.js';
import type { RepositoryEvent } from '../repository-event.js';
import { type MergeGroup, mergeQueueBot, type PullRequest, type Repository } from '../state.js';
import type { Act, World } from '../world.js';
import { emit } from './emit.js';
import { markMerged } from './mark-merged.js';
import { commitMerge } from './merge.js';
import { tipOf } from './pull-commits.js';
import { setQueued } from './pulls.js';
import { changeRef, emitRefMoved } from './refs.js';

/** Adds a pull request to the queue. */
export async function enqueuePull(act: Act, pull: PullRequest): Promise<void> {
  if (pull.queueEntry !== null || pull.state === 'closed') return;
  setQueued(act, { pull, queued: true });
  await advanceQueue(act.world, pull.repository);
}

/** Advances every queue of a repository as far as possible. */
export function advanceQueue(world: World, repository: Repository): Promise<void> {
  return world.serialize(repository.gitDir, async () => {
    for (const branch of repository.rules.keys()) while (await advanceOnce(world, { repository, branch }));
  });
}

/** Takes one step of a queue; false if the queue must wait for an event. */
async function advanceOnce(world: World, { repository, branch }: { repository: Repository; branch: string }) {
  const group = repository.mergeGroups.get(branch);
  if (group === undefined) {
    const next = repository.pulls.find(
      ({ queueEntry, base, state }) => queueEntry !== null && base.ref === branch && state === 'open',
    );
    if (next !== undefined) await openGroup(world, next);
    return next !== undefined;
  }
  if (!isStillQueued(group)) await removeEntry(world, { group, reason: 'dequeued' });
  else if (checkResultOf(group) === 'failed') await removeEntry(world, { group, reason: 'invalidated' });
  else if (checkResultOf(group) === 'passed') await mergeEntry(world, group);
  else return false;
  return true;
}

const isStillQueued = ({ pull, head }: MergeGroup): boolean =>
  pull.queueEntry !== null && pull.state === 'open' && pull.head.sha === head.pullSha;

const actOfQueue = (world: World): Act => ({
  world,
  by: { account: addAccount(world, { login: mergeQueueBot }, 'Bot'), app: null, isWorkflow: false },
});

async function openGroup(world: World, pull: PullRequest): Promise<void> {
  const act = actOfQueue(world);
  const { repository, base } = pull;
  const tip = (await tipOf(repository, base.ref)) ?? base.sha;
  const sha = await commitMerge(act, { pull, method: 'merge' }, tip);
  if (sha === null) return setQueued(act, { pull, queued: false });
  const name = `refs/heads/gh-readonly-queue/${base.ref}/pr-${pull.number}-${tip}`;
  const group: MergeGroup = { pull, base: { ref: base.ref, sha: tip }, head: { name, sha, pullSha: pull.head.sha } };
  repository.mergeGroups.set(base.ref, group);
  await changeRef(act, { repository, name, before: zeroSha, after: sha });
  await emitGroup(act, group, { action: 'checks_requested' });
}

/** The result of the required checks on the group's commit. */
function checkResultOf({ pull: { repository }, base, head }: MergeGroup): 'passed' | 'failed' | 'pending' {
  const resultByCheck = new Map<string, string>([
    ...statusesOf(repository, head.sha).map(({ context, state }) => [context, state] as const),
    ...checkRunsOf(repository, head.sha).map(({ name, conclusion }) => [name, conclusion ?? 'pending'] as const),
  ]);
  const requiredResults = (repository.rules.get(base.ref)?.requiredChecks ?? []).map(
    (name) => resultByCheck.get(name) ?? 'pending',
  );
  if (requiredResults.some((result) => !['pending', ...PASSING_CONCLUSIONS].includes(result))) return 'failed';
  return requiredResults.every((result) => PASSING_CONCLUSIONS.includes(result)) ? 'passed' : 'pending';
}

const PASSING_CONCLUSIONS: readonly string[] = ['success', 'neutral', 'skipped'];

/** Moves the branch to the checked commit and closes the group. If the branch moved meanwhile, the pull request stays queued, so the next step opens a new group. */
async function mergeEntry(world: World, group: MergeGroup): Promise<void> {
  const act = actOfQueue(world);
  const { pull, base, head } = group;
  const { repository } = pull;
  const name = `refs/heads/${base.ref}`;
  const moved = await moveRef(repository.gitDir, { name, before: base.sha, after: head.sha });
  if (moved) {
    pull.base = base;
    markMerged(act, { pull, sha: head.sha });
    await emitRefMoved(act, { repository, name, before: base.sha, after: head.sha });
  }
  await closeGroup(act, { group, reason: moved ? 'merged' : 'invalidated' });
}

/** Takes the group's pull request out of the queue and closes the group. */
async function removeEntry(world: World, { group, reason }: GroupEnd): Promise<void> {
  const act = actOfQueue(world);
  if (group.pull.queueEntry !== null) setQueued(act, { pull: group.pull, queued: false });
  await closeGroup(act, { group, reason });
}

type GroupEnd = { readonly group: MergeGroup; readonly reason: 'merged' | 'invalidated' | 'dequeued' };

/** Deletes the group and its branch. The pull request stays as it is. */
async function closeGroup(act: Act, { group, reason }: GroupEnd): Promise<void> {
  const { repository } = group.pull;
  repository.mergeGroups.delete(group.base.ref);
  await changeRef(act, { repository, name: group.head.name, before: group.head.sha, after: zeroSha });
  await emitGroup(act, group, { action: 'destroyed', reason });
}

async function emitGroup(
  act: Act,
  { pull: { repository, number }, base, head }: MergeGroup,
  { action, ...endReason }: { action: 'checks_requested' | 'destroyed'; reason?: string },
): Promise<void> {
  const { sha, tree, message, author, committer } = await repository.commits.read(head.sha);
  const head_commit = { id: sha, tree_id: tree, message, timestamp: committer.date, author, committer };
  const merge_group = {
    head_sha: head.sha,
    head_ref: head.name,
    base_sha: base.sha,
    base_ref: `refs/heads/${base.ref}`,
    head_commit,
  };
  emit(act, {
    repository,
    kind: `queue.${action}`,
    subject: `#${number}`,
    detail: { head: head.sha, ...endReason },
    event: { name: 'merge_group', action, extra: { ...endReason, merge_group } },
  });
}

/** Events that may let a queue advance. */
const QUEUE_EVENTS: readonly string[] = ['check_run', 'status', 'workflow_run', 'pull_request'];

/** A listener that advances the queues of a repository after each of `QUEUE_EVENTS`. */
export function advanceQueuesOnEvents(world: World): (repositoryEvent: RepositoryEvent) => void {
  return ({ name, repository }) => {
    const hasQueue = [...repository.rules.values()].some(({ mergeQueue }) => mergeQueue === true);
    // Not awaited; if it fails, the queue stays as it is.
    if (hasQueue && QUEUE_EVENTS.includes(name)) void advanceQueue(world, repository).catch(() => undefined);
  };
}
