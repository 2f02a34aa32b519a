// Reads review comments from a request and checks that they are on lines of the diff. Used by the REST routes of reviews and review comments.

import { z } from 'zod';
import type { CommentDraft } from '../acts/reviews.js';
import { type ApiError, unprocessableFor, validationFailed } from '../api-error.js';
import { hunkDownTo } from '../git/hunks.js';
import { changesOfPull } from '../pulls/review-decision.js';
import { diffSides, type PullRequest } from '../state.js';

/** A review comment in a request. */
export const commentFields = z.object({
  path: z.string(),
  body: z.string().min(1),
  line: z.number().int(),
  side: z.enum(diffSides).default('RIGHT'),
  start_line: z.number().int().optional(),
  start_side: z.enum(diffSides).optional(),
});

/** The error for a comment outside the diff. GitHub's error differs between comments of a review and single comments. */
type ErrorFor = (what: 'path' | 'line') => ApiError;

const reviewError: ErrorFor = (what) => unprocessableFor(`${what === 'path' ? 'Path' : 'Line'} could not be resolved`);

export const singleCommentError: ErrorFor = (what) => {
  const field = `pull_request_review_thread.${what}`;
  const message = `${field} must be part of the diff`;
  return validationFailed({ resource: 'PullRequestReviewComment', code: 'custom', field, message });
};

/** The comments with their diff hunks. One comment outside the diff refuses all, as on GitHub. */
export async function readCommentDrafts(
  pull: PullRequest,
  { wanted, errorFor = reviewError }: { wanted: readonly z.infer<typeof commentFields>[]; errorFor?: ErrorFor },
): Promise<readonly CommentDraft[]> {
  if (wanted.length === 0) return [];
  const changes = await changesOfPull(pull);
  return wanted.map(({ path, body, line, side, start_line: startLine = null }) => {
    const change = changes.find((one) => one.path === path);
    if (change === undefined) throw errorFor('path');
    const hunk = hunkDownTo(change.patch, { side, line, startLine });
    if (hunk === null) throw errorFor('line');
    return { path, body, line, side, startLine, hunk };
  });
}
