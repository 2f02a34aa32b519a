import { associationOf } from '../../rest/association.js';
import { htmlOf } from '../../rest/issue-json.js';
import { type Review, reaches, roleOf } from '../../state.js';
import { actorOf } from '../../who/credential.js';
import { connection } from '../connection.js';
import type { Fields, Sight } from '../sight.js';
import { commitType } from './commit.js';

/** A review of a pull request. */
export function reviewType(sight: Sight, review: Review): Fields {
  const { world, show } = sight;
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
    commit: () => commitType(sight, { repository: pull.repository, sha: review.commit }),
    createdAt: review.createdAt,
    submittedAt: review.submittedAt,
    publishedAt: review.submittedAt,
    updatedAt: review.submittedAt ?? review.createdAt,
    lastEditedAt: null,
    isMinimized: false,
    viewerDidAuthor: actorOf(sight.who)?.account === author,
    pullRequest: () => show(pull),
    repository: () => show(pull.repository),
    resourcePath: url.slice(world.urls.html.length),
    url,
  };
}
