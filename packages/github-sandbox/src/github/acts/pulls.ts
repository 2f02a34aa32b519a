// Opens, closes and edits pull requests. Used by REST, the pages, seeds, the merge queue, and after pushes.

import { nodeId } from '../ids.js';
import type { Account, PullOverrides, PullRequest, Repository } from '../state.js';
import { type Act, stamp } from '../world.js';
import { addTimelineEvent, emitThread } from './emit.js';
import { commitsOf, setCommits, storeHeadRef, tipOf } from './pull-commits.js';
import { crossReference, updateClosedIssues } from './references.js';
import { buildThreadFields, registerThread } from './threads.js';

export type PullDraft = {
  readonly repository: Repository;
  readonly title: string;
  readonly body: string | null;
  readonly base: { readonly ref: string; readonly sha: string };
  readonly head: { readonly repository: Repository | null; readonly ref: string; readonly sha: string };
  readonly draft: boolean;
  readonly number?: number;
  readonly overrides?: PullOverrides;
};

/** Opens a pull request. */
export async function openPull(act: Act, draft: PullDraft): Promise<PullRequest> {
  const pull = buildPull(act, draft);
  await storeHeadRef(pull);
  setCommits(pull, await commitsOf(pull.repository, { base: draft.base.sha, head: draft.head.sha }));
  updateClosedIssues(act.world, pull);
  const detail = { title: pull.title, head: pull.head.ref, base: pull.base.ref };
  emitThread(act, pull, { kind: 'opened', action: 'opened', detail });
  crossReference(act, { source: pull, text: pull.body });
  return pull;
}

/** Creates a pull request without events; used by seeds. */
export function buildPull(act: Act, draft: PullDraft): PullRequest {
  const { world } = act;
  const { repository, title, body, base, head, number, overrides = {} } = draft;
  const id = world.ids.next();
  const pull: PullRequest = {
    ...buildThreadFields(act, { repository, title, body, ...(number === undefined ? {} : { number }) }),
    kind: 'PullRequest',
    id,
    nodeId: nodeId('PR', id),
    draft: draft.draft,
    base: { ...base },
    head: { ...head },
    commits: [],
    reviews: [],
    threads: [],
    requestedReviewers: [],
    issuesClosedByText: [],
    linkedIssues: [],
    merge: null,
    autoMerge: null,
    queueEntry: null,
    mergeability: null,
    overrides,
  };
  registerThread(world, { thread: pull, list: repository.pulls });
  return pull;
}

/** Closes without merging, or reopens. */
export function setPullState(act: Act, { pull, state }: { pull: PullRequest; state: 'open' | 'closed' }): void {
  if (pull.state === state || pull.merge !== null) return;
  pull.state = state;
  pull.closedAt = state === 'closed' ? stamp(act.world) : null;
  pull.closedBy = state === 'closed' ? act.by.account : null;
  const closed = { kind: 'ClosedEvent', stateReason: null, closer: null } as const;
  addTimelineEvent(act, pull, state === 'closed' ? closed : { kind: 'ReopenedEvent', stateReason: null });
  const verb = state === 'closed' ? 'closed' : 'reopened';
  emitThread(act, pull, { kind: verb, action: verb });
}

/** Sets or removes the draft state. */
export function setDraft(act: Act, { pull, draft }: { pull: PullRequest; draft: boolean }): void {
  if (pull.draft === draft) return;
  pull.draft = draft;
  addTimelineEvent(act, pull, { kind: draft ? 'ConvertToDraftEvent' : 'ReadyForReviewEvent' });
  const action = draft ? 'converted_to_draft' : 'ready_for_review';
  emitThread(act, pull, { kind: action, action });
}

/** Changes the base branch. Closing keywords in its text apply only while the base is the default branch. */
export async function setBase(act: Act, { pull, ref }: { pull: PullRequest; ref: string }): Promise<void> {
  const before = pull.base;
  const sha = await tipOf(pull.repository, ref);
  if (sha === null || before.ref === ref) return;
  pull.base = { ref, sha };
  setCommits(pull, await commitsOf(pull.repository, { base: sha, head: pull.head.sha }));
  updateClosedIssues(act.world, pull);
  addTimelineEvent(act, pull, { kind: 'BaseRefChangedEvent', previousRef: before.ref, currentRef: ref });
  const changes = { base: { ref: { from: before.ref }, sha: { from: before.sha } } };
  emitThread(act, pull, { kind: 'edited', action: 'edited', detail: { changed: ['base'] }, changes });
}

/** Requests reviews. */
export function requestReviews(
  act: Act,
  { pull, reviewers }: { pull: PullRequest; reviewers: readonly Account[] },
): void {
  for (const reviewer of reviewers) {
    if (pull.requestedReviewers.includes(reviewer)) continue;
    pull.requestedReviewers = [...pull.requestedReviewers, reviewer];
    emitReviewer(act, { pull, reviewer, isRequested: true });
  }
}

/** Removes review requests. */
export function removeReviewRequests(
  act: Act,
  { pull, reviewers }: { pull: PullRequest; reviewers: readonly Account[] },
): void {
  for (const reviewer of reviewers.filter((one) => pull.requestedReviewers.includes(one))) {
    pull.requestedReviewers = pull.requestedReviewers.filter((one) => one !== reviewer);
    emitReviewer(act, { pull, reviewer, isRequested: false });
  }
}

function emitReviewer(
  act: Act,
  { pull, reviewer, isRequested }: { pull: PullRequest; reviewer: Account; isRequested: boolean },
): void {
  addTimelineEvent(act, pull, { kind: isRequested ? 'ReviewRequestedEvent' : 'ReviewRequestRemovedEvent', reviewer });
  const action = isRequested ? 'review_requested' : 'review_request_removed';
  emitThread(act, pull, { kind: action, action, detail: { reviewer: reviewer.login }, requested_reviewer: reviewer });
}

/** Enables auto-merge; null disables it. */
export function setAutoMerge(
  act: Act,
  { pull, method }: { pull: PullRequest; method: 'merge' | 'squash' | null },
): void {
  pull.autoMerge = method === null ? null : { by: act.by.account, at: stamp(act.world), method };
  addTimelineEvent(act, pull, { kind: method === null ? 'AutoMergeDisabledEvent' : 'AutoMergeEnabledEvent' });
  const action = method === null ? 'auto_merge_disabled' : 'auto_merge_enabled';
  emitThread(act, pull, { kind: action, action });
}

/** Adds a pull request to the merge queue or removes it. */
export function setQueued(act: Act, { pull, queued }: { pull: PullRequest; queued: boolean }): void {
  pull.queueEntry = queued ? { by: act.by.account, at: stamp(act.world) } : null;
  addTimelineEvent(act, pull, { kind: queued ? 'AddedToMergeQueueEvent' : 'RemovedFromMergeQueueEvent' });
  const action = queued ? 'enqueued' : 'dequeued';
  emitThread(act, pull, { kind: action, action });
}
