// REST routes of review requests. Loaded by rest/index.ts.

import { z } from 'zod';
import { removeReviewRequests, requestReviews } from '../acts/pulls.js';
import { unprocessable } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { created, ok } from '../http/message.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { type Account, findAccount, roleOf } from '../state.js';
import { pullOf } from './find.js';
import { simplePullJson } from './pull-json.js';
import { simpleUser } from './users.js';

const wanted = z.object({
  reviewers: z.array(z.string()).default([]),
  team_reviewers: z.array(z.string()).default([]),
});

/** Teams are not implemented; requesting one gives GitHub's error for a team without access. */
const NOT_COLLABORATORS =
  'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the repository.';

/** Reviewers must have read access and must not be the author. */
function reviewersOf(call: RepositoryAct): Account[] {
  const { reviewers, team_reviewers: teams } = readBody(call, wanted);
  const { author } = pullOf(call);
  if (teams.length > 0) throw unprocessable(NOT_COLLABORATORS);
  return reviewers.map((login) => {
    const account = findAccount(call.world.state, login);
    if (account === author) throw unprocessable('Review cannot be requested from pull request author.');
    if (account !== undefined && roleOf(call.repository, account) !== null) return account;
    throw unprocessable(NOT_COLLABORATORS);
  });
}

export const requestedReviewerRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/pulls/{pull_number}/requested_reviewers',
    { operation: 'pulls/list-requested-reviewers', need: reads('pull_requests') },
    (call) => ok({ users: pullOf(call).requestedReviewers.map((one) => simpleUser(call.world.urls, one)), teams: [] }),
  ),
  repositoryAct(
    'POST …/pulls/{pull_number}/requested_reviewers',
    { operation: 'pulls/request-reviewers', need: writes({ role: 'triage' }, 'pull_requests') },
    (call) => {
      requestReviews(call, { pull: pullOf(call), reviewers: reviewersOf(call) });
      return created(simplePullJson(call.world.urls, pullOf(call)));
    },
  ),
  repositoryAct(
    'DELETE …/pulls/{pull_number}/requested_reviewers',
    { operation: 'pulls/remove-requested-reviewers', need: writes({ role: 'triage' }, 'pull_requests') },
    (call) => {
      removeReviewRequests(call, { pull: pullOf(call), reviewers: reviewersOf(call) });
      return ok(simplePullJson(call.world.urls, pullOf(call)));
    },
  ),
];
