// Creates reviews, review comments and replies, and resolves threads. Used by REST, GraphQL, the pages, seeds, and after pushes.

import { lineAfterChange } from '../git/hunks.js';
import { nodeId } from '../ids.js';
import type { Account, DiffPosition, PullRequest, Review, ReviewComment, ReviewState, ReviewThread } from '../state.js';
import { type Act, stamp } from '../world.js';
import { addTimelineEvent, emit } from './emit.js';
import { crossReference } from './references.js';

/** A review comment to create. */
export type CommentDraft = DiffPosition & { readonly hunk: string; readonly body: string };

/** Adds a comment on a line to a review. The comment starts a thread. */
export function startThread(act: Act, { review, comment }: { review: Review; comment: CommentDraft }): ReviewComment {
  const { body, ...position } = comment;
  const { pull, commit } = review;
  const id = act.world.ids.next();
  const thread: ReviewThread = {
    kind: 'PullRequestReviewThread',
    id,
    nodeId: nodeId('PRRT', id),
    pull,
    origin: { ...position, commit },
    comments: [],
    line: position.line,
    resolvedBy: null,
  };
  pull.threads.push(thread);
  act.world.state.nodes.set(thread.nodeId, thread);
  return addComment(act, { thread, review, body });
}

/** Adds a single comment on a line. On GitHub it is a review of its own without a body. */
export function commentOnLine(
  act: Act,
  { pull, comment, commit }: { pull: PullRequest; comment: CommentDraft; commit: string },
): ReviewComment {
  const review = createReview(act, { pull, state: 'COMMENTED', body: '', commit });
  return startThread(act, { review, comment });
}

/** The review that a person has started on a pull request and not submitted. */
export const pendingReviewOf = (pull: PullRequest, author: Account): Review | undefined =>
  pull.reviews.find((one) => one.state === 'PENDING' && one.author === author);

/** The comments of a review, in all threads of its pull request. */
export const commentsOf = (review: Review): readonly ReviewComment[] =>
  review.pull.threads.flatMap(({ comments }) => comments.filter((one) => one.review === review));

/** Adds a comment on a line to the sender's pending review. Starts one if there is none. */
export function addToPendingReview(
  act: Act,
  { pull, comment, commit }: { pull: PullRequest; comment: CommentDraft; commit: string },
): ReviewComment {
  const review =
    pendingReviewOf(pull, act.by.account) ?? createReview(act, { pull, state: 'PENDING', body: '', commit });
  return startThread(act, { review, comment });
}

type Submission = { readonly state: Exclude<ReviewState, 'PENDING' | 'DISMISSED'>; readonly body: string };

/** Submits a pending review. GitHub sends an event for the review and one for each of its comments. */
export function submitReview(act: Act, one: Review, { state, body }: Submission): Review {
  Object.assign(one, { state, body, submittedAt: stamp(act.world) });
  emitReviewSubmitted(act, one);
  for (const comment of commentsOf(one)) emitReviewComment(act, comment);
  return one;
}

/** Deletes a pending review with its comments. */
export function discardReview({ world }: Act, one: Review): void {
  const { pull } = one;
  for (const comment of commentsOf(one)) {
    const { thread } = comment;
    removeFrom(thread.comments, comment);
    world.state.nodes.delete(comment.nodeId);
    if (thread.comments.length > 0) continue;
    removeFrom(pull.threads, thread);
    world.state.nodes.delete(thread.nodeId);
  }
  removeFrom(pull.reviews, one);
  world.state.nodes.delete(one.nodeId);
}

function removeFrom<T>(list: T[], item: T): void {
  const at = list.indexOf(item);
  if (at !== -1) list.splice(at, 1);
}

/** Replies in a thread. On GitHub a reply is a review of its own without a body. */
export function replyInThread(act: Act, { thread, body }: { thread: ReviewThread; body: string }): ReviewComment {
  const review = createReview(act, { pull: thread.pull, state: 'COMMENTED', body: '' });
  return addComment(act, { thread, review, body });
}

function addComment(
  act: Act,
  { thread, review, body }: { thread: ReviewThread; review: Review; body: string },
): ReviewComment {
  const { world, by } = act;
  const id = world.ids.next();
  const at = stamp(world);
  const comment: ReviewComment = {
    kind: 'PullRequestReviewComment',
    id,
    nodeId: nodeId('PRRC', id),
    thread,
    review,
    author: by.account,
    createdAt: at,
    updatedAt: at,
    body,
  };
  thread.comments.push(comment);
  world.state.nodes.set(comment.nodeId, comment);
  if (review.state !== 'PENDING') emitReviewComment(act, comment);
  return comment;
}

/** Sends the event of a comment in a submitted review. */
function emitReviewComment(act: Act, comment: ReviewComment): void {
  const { pull, origin } = comment.thread;
  pull.updatedAt = stamp(act.world);
  emit(act, {
    repository: pull.repository,
    kind: 'review-comment.created',
    subject: `#${pull.number}`,
    detail: { id: comment.id, path: origin.path, line: origin.line, body: comment.body },
    event: {
      name: 'pull_request_review_comment',
      action: 'created',
      subjects: { pull_request: pull, review_comment: comment },
    },
  });
  crossReference(act, { source: pull, text: comment.body });
}

/** Marks a thread as resolved by the sender, or as open again. */
export function setResolved(act: Act, thread: ReviewThread, isResolved: boolean): void {
  if (isResolved === (thread.resolvedBy !== null)) return;
  thread.resolvedBy = isResolved ? act.by.account : null;
  emit(act, {
    repository: thread.pull.repository,
    kind: `review-thread.${isResolved ? 'resolved' : 'unresolved'}`,
    subject: `#${thread.pull.number}`,
    detail: { id: thread.id, path: thread.origin.path },
  });
}

/** Moves review threads with their lines when the head changes; a thread on a changed line becomes outdated. */
export async function updateThreadLines(
  pull: PullRequest,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const dir = pull.repository.gitDir;
  for (const thread of pull.threads) {
    const { line, origin } = thread;
    if (line === null || origin.side === 'LEFT') continue;
    thread.line = await lineAfterChange(dir, { from: before, to: after, path: origin.path, line });
  }
}

type ReviewDraft = {
  readonly pull: PullRequest;
  readonly state: ReviewState;
  readonly body: string;
  readonly commit?: string;
};

/** Creates a review; unless it is pending, it is submitted at once. */
export function createReview(act: Act, draft: ReviewDraft): Review {
  const made = buildReview(act, draft);
  if (made.state !== 'PENDING') emitReviewSubmitted(act, made);
  return made;
}

/** Removes the reviewer's request, which the review fulfils, and sends the event of the submitted review. */
function emitReviewSubmitted(act: Act, made: Review): void {
  const { pull, body } = made;
  pull.requestedReviewers = pull.requestedReviewers.filter((one) => one !== act.by.account);
  emitReview(act, made, 'submitted');
  crossReference(act, { source: pull, text: body });
}

/** Creates a review without events; used by seeds. */
export function buildReview({ world, by }: Act, { pull, state, body, commit }: ReviewDraft): Review {
  const id = world.ids.next();
  const at = stamp(world);
  const made: Review = {
    kind: 'PullRequestReview',
    id,
    nodeId: nodeId('PRR', id),
    pull,
    author: by.account,
    commit: commit ?? pull.head.sha,
    createdAt: at,
    body,
    state,
    submittedAt: state === 'PENDING' ? null : at,
  };
  pull.reviews.push(made);
  world.state.nodes.set(made.nodeId, made);
  return made;
}

/** Dismisses a review. */
export function dismissReview(act: Act, { review: one, message }: { review: Review; message: string }): void {
  const previousState = one.state;
  one.state = 'DISMISSED';
  addTimelineEvent(act, one.pull, { kind: 'ReviewDismissedEvent', review: one, previousState, message });
  emitReview(act, one, 'dismissed');
}

function emitReview(act: Act, one: Review, action: 'submitted' | 'dismissed'): void {
  const { pull } = one;
  pull.updatedAt = stamp(act.world);
  emit(act, {
    repository: pull.repository,
    kind: `review.${action}`,
    subject: `#${pull.number}`,
    detail: { id: one.id, state: one.state },
    event: { name: 'pull_request_review', action, subjects: { pull_request: pull, review: one } },
  });
}
