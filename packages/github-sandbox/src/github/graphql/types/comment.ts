// Comments on issues and pull requests in GraphQL. Used by types/index.ts.

import { actorOf } from '../../auth/credential.js';
import { associationOf } from '../../rest/users.js';
import { type Comment, fullName } from '../../state.js';
import type { Fields, QueryContext } from '../query-context.js';
import { reactableFields } from './reaction.js';

/** A comment on an issue or pull request. */
export function commentType(context: QueryContext, comment: Comment): Fields {
  const { world, show } = context;
  const { issue: thread } = comment;
  const { repository, number } = thread;
  const path = `/${fullName(repository)}/${thread.kind === 'Issue' ? 'issues' : 'pull'}/${number}#issuecomment-${comment.id}`;
  return {
    ...reactableFields(context, comment),
    __typename: 'IssueComment',
    id: comment.nodeId,
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
    author: () => show(comment.author),
    authorAssociation: associationOf(repository, comment.author),
    body: comment.body,
    bodyText: comment.body,
    createdAt: comment.createdAt,
    publishedAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    lastEditedAt: comment.updatedAt === comment.createdAt ? null : comment.updatedAt,
    isMinimized: false,
    minimizedReason: null,
    viewerDidAuthor: actorOf(context.who)?.account === comment.author,
    // For a pull request GitHub returns both: the pull request, and an issue with the same number.
    issue: () => ({ ...show(thread), __typename: 'Issue' }),
    repository: () => show(repository),
    pullRequest: () => (thread.kind === 'PullRequest' ? show(thread) : null),
    resourcePath: path,
    url: `${world.urls.html}${path}`,
  };
}
