import { z } from 'zod';
import type { Remark } from '../acts/reviews.js';
import { hunkDownTo } from '../git/hunks.js';
import { changesOfPull } from '../pulls/decision-of.js';
import { type Refusal, unprocessableFor, validationFailed } from '../refusal.js';
import { diffSides, type PullRequest } from '../state.js';

/** A remark as the API takes it. */
export const shownRemark = z.object({
  path: z.string(),
  body: z.string().min(1),
  line: z.number().int(),
  side: z.enum(diffSides).default('RIGHT'),
  start_line: z.number().int().optional(),
  start_side: z.enum(diffSides).optional(),
});

/** What GitHub says of a remark without a place: of one in a review otherwise than of one on its own. */
type Words = (what: 'path' | 'line') => Refusal;

const inReview: Words = (what) => unprocessableFor(`${what === 'path' ? 'Path' : 'Line'} could not be resolved`);

export const onItsOwn: Words = (what) => {
  const field = `pull_request_review_thread.${what}`;
  const message = `${field} must be part of the diff`;
  return validationFailed({ resource: 'PullRequestReviewComment', code: 'custom', field, message });
};

/** All of them, each with its part of the difference; one that stands beside no changed part refuses them all, as at GitHub. */
export async function remarksIn(
  pull: PullRequest,
  { wanted, refused = inReview }: { wanted: readonly z.infer<typeof shownRemark>[]; refused?: Words },
): Promise<readonly Remark[]> {
  if (wanted.length === 0) return [];
  const changes = await changesOfPull(pull);
  return wanted.map(({ path, body, line, side, start_line: startLine = null }) => {
    const change = changes.find((one) => one.path === path);
    if (change === undefined) throw refused('path');
    const hunk = hunkDownTo(change.patch, { side, line, startLine });
    if (hunk === null) throw refused('line');
    return { path, body, line, side, startLine, hunk };
  });
}
