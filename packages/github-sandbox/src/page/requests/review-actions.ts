// Executes the forms of a review: line comments (single, or collected in a pending review), replies, resolving, and submitting the review.
// submit-form calls them.

import {
  addToPendingReview,
  commentOnLine,
  commentsOf,
  createReview,
  discardReview,
  pendingReviewOf,
  replyInThread,
  setResolved,
  submitReview,
} from '../../github/acts/reviews.js';
import { hunkDownTo } from '../../github/git/hunks.js';
import type { PullRequest } from '../../github/state.js';
import type { Act } from '../../github/world.js';
import { isLockedFor, mayResolve, type Scene } from '../scene.js';
import { refusedPage } from '../views/problem.js';
import { type Form, nothingToSend, textIn, tooLong } from './form-fields.js';
import { chosenLine, type PageResult, threadPage } from './page-at.js';

type Given = { readonly act: Act; readonly pull: PullRequest; readonly form: Form };

/** Adds a comment on a line of the new side. The form field `as` says whether it is single or part of the viewer's pending review. */
export async function reviewComment(scene: Scene, { act, pull, form }: Given): Promise<PageResult> {
  if (isLockedFor(scene.viewer, pull)) return refusedPage(403, 'This conversation is locked.');
  const chosen = chosenLine(form);
  if (chosen === undefined) return null;
  const { path, line } = chosen;
  const { changes } = await scene.pulls.read(pull);
  const change = changes.find((one) => one.path === path);
  const hunk = change === undefined ? null : hunkDownTo(change.patch, { side: 'RIGHT', line });
  if (hunk === null) return refusedPage(422, `The changes have no line ${line} in ${path}.`);
  const commit = pull.head.sha;
  if (form.get('commit') !== commit) return refusedPage(409, 'The branch has changed. Please choose the line again.');
  const body = textIn(form, 'body');
  const problem = body === '' ? nothingToSend : tooLong(body);
  if (problem !== null) return threadPage(scene, { thread: pull, tab: 'files', chosen, draft: { body, problem } });
  const comment = { path, line, side: 'RIGHT', startLine: null, hunk, body } as const;
  const add = form.get('as') === 'review' ? addToPendingReview : commentOnLine;
  const made = add(act, { pull, comment, commit });
  return { redirect: `${scene.pathOf(pull)}/files#discussion_r${made.id}` };
}

/** Replies in the thread that the form names. */
export function reply(scene: Scene, { act, pull, form }: Given): PageResult {
  if (isLockedFor(scene.viewer, pull)) return refusedPage(403, 'This conversation is locked.');
  const thread = pull.threads.find(({ id }) => String(id) === form.get('thread'));
  if (thread === undefined || thread.comments[0]?.review.state === 'PENDING') return null;
  const body = textIn(form, 'body');
  const problem = body === '' ? nothingToSend : tooLong(body);
  if (problem !== null) return refusedPage(422, problem);
  const made = replyInThread(act, { thread, body });
  const tab = form.get('tab') === 'files' ? '/files' : '';
  return { redirect: `${scene.pathOf(pull)}${tab}#discussion_r${made.id}` };
}

/** Resolves the thread that the form names, or opens it again. */
export function resolveThread(scene: Scene, { act, pull, form }: Given): PageResult {
  if (!mayResolve(scene, pull)) return refusedPage(403, 'Only people with write access and the author can resolve it.');
  const thread = pull.threads.find(({ id }) => String(id) === form.get('thread'));
  if (thread === undefined) return null;
  setResolved(act, thread, form.get('then') !== 'unresolve');
  return { redirect: `${scene.pathOf(pull)}#thread-${thread.id}` };
}

const reviewStates = new Map([
  ['comment', 'COMMENTED'],
  ['approve', 'APPROVED'],
  ['refuse', 'CHANGES_REQUESTED'],
] as const);

/** Submits the viewer's pending review (or, if there is none, a review without line comments), or discards it. */
export function finishReview(scene: Scene, { act, pull, form }: Given): PageResult {
  const files = `${scene.pathOf(pull)}/files`;
  const pending = pendingReviewOf(pull, scene.viewer);
  const then = form.get('then');
  if (then === 'discard') {
    if (pending !== undefined) discardReview(act, pending);
    return { redirect: files };
  }
  const state = [...reviewStates].find(([name]) => name === then)?.[1];
  if (state === undefined) return null;
  if (isLockedFor(scene.viewer, pull)) return refusedPage(403, 'This conversation is locked.');
  if (state !== 'COMMENTED' && pull.author === scene.viewer)
    return refusedPage(403, 'You cannot approve or request changes on your own pull request.');
  const body = textIn(form, 'body');
  const isEmpty = body === '' && (pending === undefined || commentsOf(pending).length === 0);
  const problem = isEmpty && state !== 'APPROVED' ? nothingToSend : tooLong(body);
  if (problem !== null) return refusedPage(422, problem);
  const made =
    pending === undefined ? createReview(act, { pull, state, body }) : submitReview(act, pending, { state, body });
  return { redirect: `${scene.pathOf(pull)}#pullrequestreview-${made.id}` };
}
