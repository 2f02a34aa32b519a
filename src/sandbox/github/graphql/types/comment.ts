import { associationOf } from '../../rest/association.js';
import { type Comment, fullName } from '../../state.js';
import { actorOf } from '../../who/credential.js';
import type { Fields, Sight } from '../sight.js';
import { reactableFields } from './reaction.js';

/** A comment under an issue. */
export function commentType(sight: Sight, comment: Comment): Fields {
  const { world, show } = sight;
  const { repository, number } = comment.issue;
  const path = `/${fullName(repository)}/issues/${number}#issuecomment-${comment.id}`;
  return {
    ...reactableFields(sight, comment),
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
    viewerDidAuthor: actorOf(sight.who)?.account === comment.author,
    issue: () => show(comment.issue),
    repository: () => show(repository),
    pullRequest: null,
    resourcePath: path,
    url: `${world.urls.html}${path}`,
  };
}
