// The GraphQL fields of each kind of node.

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
export function showNode(sight: QueryContext, node: Node): Fields {
  switch (node.kind) {
    case 'User':
    case 'Organization':
    case 'Bot':
      return accountType(sight, node);
    case 'Repository':
      return repositoryType(sight, node);
    case 'Issue':
      return issueType(sight, node);
    case 'IssueComment':
      return commentType(sight, node);
    case 'Label':
      return labelType(sight, node);
    case 'Reaction':
      return reactionType(sight, node);
    case 'PullRequest':
      return pullRequestType(sight, node);
    case 'PullRequestReview':
      return reviewType(sight, node);
    case 'PullRequestReviewThread':
      return reviewThreadType(sight, node);
    case 'PullRequestReviewComment':
      return reviewCommentType(sight, node);
    case 'Milestone':
      return milestoneType(sight, node);
    case 'ProjectV2':
      return projectType(sight, node);
    case 'ProjectV2Item':
      return projectItemType(sight, node);
    case 'DraftIssue':
      return draftIssueType(sight, node);
  }
}
