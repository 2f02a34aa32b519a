// REST routes of review comments. Loaded by rest/index.ts.

import { z } from 'zod';
import * as acts from '../acts/reviews.js';
import { notFound, validationFailed } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { created } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import type { ReviewComment } from '../state.js';
import { pullOf } from './find.js';
import { commentFields, readCommentDrafts, singleCommentError } from './review-comment-drafts.js';
import { reviewCommentJson } from './review-comment-json.js';

const draft = commentFields.extend({ commit_id: z.string() });
const reply = z.object({ body: z.string() });

async function create(call: RepositoryAct) {
  const pull = pullOf(call);
  const { commit_id: commit, ...wanted } = readBody(call, draft);
  const [comment] = await readCommentDrafts(pull, { wanted: [wanted], errorFor: singleCommentError });
  if (comment === undefined) throw notFound();
  return created(reviewCommentJson(call.world.urls, acts.commentOnLine(call, { pull, comment, commit })));
}

/** Only the first comment of a thread accepts replies. */
function answer(call: RepositoryAct) {
  const { body } = readBody(call, reply);
  const thread = pullOf(call).threads.find(({ comments }) => String(comments[0]?.id) === call.params.comment_id);
  if (thread === undefined) throw notFound();
  if (body.trim() === '') {
    throw validationFailed({ resource: 'PullRequestReviewComment', code: 'missing_field', field: 'body' });
  }
  return created(reviewCommentJson(call.world.urls, acts.replyInThread(call, { thread, body })));
}

/** Oldest first, without pending reviews. */
function visible(call: RepositoryCall): ReviewComment[] {
  const all = pullOf(call).threads.flatMap(({ comments }) => comments);
  return all.filter(({ review: within }) => within.state !== 'PENDING').sort((a, b) => a.id - b.id);
}

export const reviewCommentRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/pulls/{pull_number}/comments',
    { operation: 'pulls/list-review-comments', need: reads('pull_requests') },
    (call) => page(call, visible(call), (one) => reviewCommentJson(call.world.urls, one)),
  ),
  repositoryAct(
    'POST …/pulls/{pull_number}/comments',
    { operation: 'pulls/create-review-comment', need: writes({ role: 'read' }, 'pull_requests') },
    create,
  ),
  repositoryAct(
    'POST …/pulls/{pull_number}/comments/{comment_id}/replies',
    { operation: 'pulls/create-reply-for-review-comment', need: writes({ role: 'read' }, 'pull_requests') },
    answer,
  ),
];
