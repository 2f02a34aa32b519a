// REST routes of reviews. Loaded by rest/index.ts.

import { z } from 'zod';
import * as acts from '../acts/reviews.js';
import { notFound, unprocessable } from '../api-error.js';
import { actorOf } from '../auth/credential.js';
import { reads, writes } from '../auth/required-permission.js';
import { ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import type { Review } from '../state.js';
import { pullOf } from './find.js';
import { commentFields, readCommentDrafts } from './review-comment-drafts.js';
import { reviewJson } from './review-json.js';

const draft = z.object({
  commit_id: z.string().optional(),
  body: z.string().default(''),
  event: z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']).optional(),
  comments: z.array(commentFields).default([]),
});

const states = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

async function create(call: RepositoryAct) {
  const pull = pullOf(call);
  const { commit_id: commit, body, event, comments } = readBody(call, draft);
  const judges = event === 'APPROVE' || event === 'REQUEST_CHANGES';
  if (judges && pull.author === call.by.account) {
    const verb = event === 'APPROVE' ? 'approve' : 'request changes on';
    throw unprocessable(`Review Can not ${verb} your own pull request`);
  }
  if (event === 'APPROVE' && call.by.isWorkflow && !call.repository.actions.canApprovePullRequests) {
    throw unprocessable('GitHub Actions is not permitted to approve pull requests.');
  }
  const isEmpty = body === '' && comments.length === 0;
  if (event !== undefined && event !== 'APPROVE' && isEmpty) throw unprocessable('Review body can not be blank');
  const drafts = await readCommentDrafts(pull, { wanted: comments });
  const state = event === undefined ? 'PENDING' : states[event];
  const review = acts.createReview(call, { pull, state, body, ...(commit === undefined ? {} : { commit }) });
  for (const comment of drafts) acts.startThread(call, { review, comment });
  return ok(reviewJson(call.world.urls, review));
}

function reviewOf(call: RepositoryCall): Review {
  const review = visibleReviews(call).find(({ id }) => String(id) === call.params.review_id);
  if (review === undefined) throw notFound();
  return review;
}

const dismissal = z.object({ message: z.string(), event: z.literal('DISMISS').optional() });

function dismiss(call: RepositoryAct) {
  const review = reviewOf(call);
  const { message } = readBody(call, dismissal);
  if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED') {
    throw unprocessable('Can not dismiss a commented pull request review');
  }
  acts.dismissReview(call, { review, message });
  return ok(reviewJson(call.world.urls, review));
}

/** The reviews that the caller may see: a pending review is visible to its author only. */
function visibleReviews(call: RepositoryCall): Review[] {
  const viewer = actorOf(call.who)?.account;
  return pullOf(call).reviews.filter(({ state, author }) => state !== 'PENDING' || author === viewer);
}

export const reviewRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/pulls/{pull_number}/reviews',
    { operation: 'pulls/list-reviews', need: reads('pull_requests') },
    (call) => page(call, visibleReviews(call), (one) => reviewJson(call.world.urls, one)),
  ),
  repositoryAct(
    'POST …/pulls/{pull_number}/reviews',
    { operation: 'pulls/create-review', need: writes({ role: 'read' }, 'pull_requests') },
    create,
  ),
  repositoryRoute(
    'GET …/pulls/{pull_number}/reviews/{review_id}',
    { operation: 'pulls/get-review', need: reads('pull_requests') },
    (call) => ok(reviewJson(call.world.urls, reviewOf(call))),
  ),
  repositoryAct(
    'PUT …/pulls/{pull_number}/reviews/{review_id}/dismissals',
    {
      operation: 'pulls/dismiss-review',
      need: writes({ role: 'write' }, 'pull_requests'),
    },
    dismiss,
  ),
];
