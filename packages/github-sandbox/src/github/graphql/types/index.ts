// The GraphQL fields of each kind of node. Used by endpoints/graphql.ts.

import type { Node } from '../../state.js';
import type { Fields, QueryContext } from '../query-context.js';
import { accountType } from './collaborators.js';
import { commentType } from './comment.js';
import { issueType } from './issue.js';
import { labelType, milestoneType } from './label.js';
import { draftIssueType, projectItemType, projectType } from './project.js';
import { pullRequestType } from './pull-request.js';
import { reactionType } from './reaction.js';
import { repositoryType } from './repository.js';
import { reviewCommentType, reviewThreadType, reviewType } from './review-thread.js';

/** The fields of each kind of node. To add a kind, write a file and add it here. */
export function showNode(context: QueryContext, node: Node): Fields {
  switch (node.kind) {
    case 'User':
    case 'Organization':
    case 'Bot':
      return accountType(context, node);
    case 'Repository':
      return repositoryType(context, node);
    case 'Issue':
      return issueType(context, node);
    case 'IssueComment':
      return commentType(context, node);
    case 'Label':
      return labelType(context, node);
    case 'Reaction':
      return reactionType(context, node);
    case 'PullRequest':
      return pullRequestType(context, node);
    case 'PullRequestReview':
      return reviewType(context, node);
    case 'PullRequestReviewThread':
      return reviewThreadType(context, node);
    case 'PullRequestReviewComment':
      return reviewCommentType(context, node);
    case 'Milestone':
      return milestoneType(context, node);
    case 'ProjectV2':
      return projectType(context, node);
    case 'ProjectV2Item':
      return projectItemType(context, node);
    case 'DraftIssue':
      return draftIssueType(context, node);
  }
}
