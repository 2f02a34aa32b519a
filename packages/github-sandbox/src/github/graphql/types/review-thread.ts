// Reviews, review threads and review comments in GraphQL. Used by types/index.ts.

import { actorOf } from '../../auth/credential.js';
import { htmlOf } from '../../rest/issue-json.js';
import { reviewCommentUrl } from '../../rest/review-comment-json.js';
import { associationOf } from '../../rest/users.js';
import { type Review, type ReviewComment, type ReviewThread, reaches, roleOf } from '../../state.js';
import { connection } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';
import { commitType } from './commit.js';

/** A review thread. */
export function reviewThreadType(context: QueryContext, thread: ReviewThread): Fields {
  const { show } = context;
  const { pull, origin, line, resolvedBy } = thread;
  return {
    __typename: 'PullRequestReviewThread',
    id: thread.nodeId,
    ...placeOf(thread),
    diffSide: origin.side,
    startDiffSide: origin.startLine === null ? null : origin.side,
    subjectType: 'LINE',
    isOutdated: line === null,
    isResolved: resolvedBy !== null,
    isCollapsed: resolvedBy !== null || line === null,
    resolvedBy: () => (resolvedBy === null ? null : show(resolvedBy)),
    comments: connection(() => thread.comments, show),
    pullRequest: () => show(pull),
    repository: () => show(pull.repository),
  };
}

function placeOf({ origin, line }: ReviewThread): Fields {
  return {
    path: origin.path,
    line,
    startLine: origin.startLine === null || line === null ? null : origin.startLine + line - origin.line,
    originalLine: origin.line,
    originalStartLine: origin.startLine,
  };
}

/** A review comment. */
export function reviewCommentType(context: QueryContext, comment: ReviewComment): Fields {
  const { world, show } = context;
  const { thread, review, author } = comment;
  const { pull, origin } = thread;
  const url = reviewCommentUrl(world.urls, comment);
  const [first] = thread.comments;
  return {
    __typename: 'PullRequestReviewComment',
    id: comment.nodeId,
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
    ...placeOf(thread),
    outdated: thread.line === null,
    subjectType: 'LINE',
    state: review.state === 'PENDING' ? 'PENDING' : 'SUBMITTED',
    diffHunk: origin.hunk,
    body: comment.body,
    bodyText: comment.body,
    author: () => show(author),
    authorAssociation: associationOf(pull.repository, author),
    createdAt: comment.createdAt,
    publishedAt: review.submittedAt,
    updatedAt: comment.updatedAt,
    lastEditedAt: comment.updatedAt === comment.createdAt ? null : comment.updatedAt,
    isMinimized: false,
    viewerDidAuthor: actorOf(context.who)?.account === author,
    replyTo: () => (first === undefined || first === comment ? null : show(first)),
    originalCommit: () => commitType(context, { repository: pull.repository, sha: origin.commit }),
    pullRequest: () => show(pull),
    pullRequestReview: () => show(review),
    repository: () => show(pull.repository),
    resourcePath: url.slice(world.urls.html.length),
    url,
  };
}

/** A review. */
export function reviewType(context: QueryContext, review: Review): Fields {
  const { world, show } = context;
  const { pull, author } = review;
  const url = `${htmlOf(world.urls, pull)}#pullrequestreview-${review.id}`;
  return {
    __typename: 'PullRequestReview',
    id: review.nodeId,
    databaseId: review.id,
    fullDatabaseId: String(review.id),
    state: review.state,
    body: review.body,
    bodyText: review.body,
    author: () => show(author),
    authorAssociation: associationOf(pull.repository, author),
    authorCanPushToRepository: reaches(roleOf(pull.repository, author), 'write'),
    comments: connection(
      () => pull.threads.flatMap(({ comments }) => comments.filter((one) => one.review === review)),
      show,
    ),
    commit: () => commitType(context, { repository: pull.repository, sha: review.commit }),
    createdAt: review.createdAt,
    submittedAt: review.submittedAt,
    publishedAt: review.submittedAt,
    updatedAt: review.submittedAt ?? review.createdAt,
    lastEditedAt: null,
    isMinimized: false,
    viewerDidAuthor: actorOf(context.who)?.account === author,
    pullRequest: () => show(pull),
    repository: () => show(pull.repository),
    resourcePath: url.slice(world.urls.html.length),
    url,
  };
}
