// The list of all REST routes. Used by endpoints/open-server.ts.

import type { Route } from '../http/route.js';
import { appRoutes } from './apps.js';
import { blobRoutes } from './blobs.js';
import { branchRoutes } from './branches.js';
import { checkRunRoutes } from './check-runs.js';
import { collaboratorRoutes } from './collaborators.js';
import { commentRoutes } from './comments.js';
import { commitRoutes } from './commits.js';
import { compareRoutes } from './compare.js';
import { contentRoutes } from './contents.js';
import { deliveryRoutes } from './deliveries.js';
import { dependencyRoutes } from './dependencies.js';
import { gitCommitRoutes } from './git-commits.js';
import { installationRoutes } from './installations.js';
import { issueEventRoutes } from './issue-events.js';
import { issueRoutes } from './issues.js';
import { labelRoutes } from './labels.js';
import { milestoneRoutes } from './milestones.js';
import { pullContentRoutes, pullMergeRoutes } from './pull-merges.js';
import { pullRoutes } from './pulls.js';
import { reactionRoutes } from './reactions.js';
import { refRoutes } from './refs.js';
import { repositoryRoutes } from './repositories.js';
import { requestedReviewerRoutes } from './requested-reviewers.js';
import { reviewCommentRoutes } from './review-comments.js';
import { reviewRoutes } from './reviews.js';
import { rateLimitRoutes, rootRoutes } from './root.js';
import { searchRoutes } from './search.js';
import { statusRoutes } from './statuses.js';
import { subIssueRoutes } from './sub-issues.js';
import { treeRoutes } from './trees.js';
import { userRoutes } from './users.js';
import { workflowJobRoutes } from './workflow-jobs.js';
import { workflowRunRoutes } from './workflow-runs.js';
import { workflowRoutes } from './workflows.js';

/** All REST routes. To add a resource, write a file and add it here. */
export const routes: readonly Route[] = [
  ...rootRoutes,
  ...userRoutes,
  ...rateLimitRoutes,
  ...appRoutes,
  ...installationRoutes,
  ...deliveryRoutes,
  ...repositoryRoutes,
  ...collaboratorRoutes,
  ...issueRoutes,
  ...commentRoutes,
  ...labelRoutes,
  ...reactionRoutes,
  ...milestoneRoutes,
  ...searchRoutes,
  ...subIssueRoutes,
  ...dependencyRoutes,
  ...issueEventRoutes,
  ...pullRoutes,
  ...pullContentRoutes,
  ...pullMergeRoutes,
  ...reviewRoutes,
  ...reviewCommentRoutes,
  ...requestedReviewerRoutes,
  ...checkRunRoutes,
  ...statusRoutes,
  ...blobRoutes,
  ...branchRoutes,
  ...commitRoutes,
  ...compareRoutes,
  ...contentRoutes,
  ...gitCommitRoutes,
  ...refRoutes,
  ...treeRoutes,
  ...workflowRoutes,
  ...workflowRunRoutes,
  ...workflowJobRoutes,
];
