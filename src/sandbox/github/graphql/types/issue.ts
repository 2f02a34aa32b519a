import { associationOf } from '../../rest/association.js';
import { fullName, type Issue } from '../../state.js';
import { actorOf } from '../../who/credential.js';
import { connection } from '../connection.js';
import type { Fields, Sight } from '../sight.js';
import { reactableFields } from './reaction.js';

/** An issue. */
export function issueType(sight: Sight, issue: Issue): Fields {
  const { world, show } = sight;
  const path = `/${fullName(issue.repository)}/issues/${issue.number}`;
  return {
    ...reactableFields(sight, issue),
    ...linkFields(sight, issue),
    __typename: 'Issue',
    id: issue.nodeId,
    databaseId: issue.id,
    fullDatabaseId: String(issue.id),
    number: issue.number,
    title: issue.title,
    body: issue.body ?? '',
    bodyText: issue.body ?? '',
    author: () => show(issue.author),
    authorAssociation: associationOf(issue.repository, issue.author),
    viewerDidAuthor: actorOf(sight.who)?.account === issue.author,
    state: issue.state.toUpperCase(),
    stateReason: issue.stateReason?.toUpperCase() ?? null,
    closed: issue.state === 'closed',
    locked: issue.locked,
    activeLockReason: issue.lockReason?.replace('-', '_').replace(' ', '_').toUpperCase() ?? null,
    createdAt: issue.createdAt,
    publishedAt: issue.createdAt,
    updatedAt: issue.updatedAt,
    closedAt: issue.closedAt,
    milestone: null,
    labels: connection(() => issue.labels, show),
    assignees: connection(() => issue.assignees, show),
    comments: connection(() => issue.comments, show),
    repository: () => show(issue.repository),
    resourcePath: path,
    url: `${world.urls.html}${path}`,
  };
}

/** What binds an issue to others. */
function linkFields({ show }: Sight, issue: Issue): Fields {
  const blocking = issue.repository.issues.filter((other) => other.blockedBy.includes(issue));
  const open = (issues: readonly Issue[]) => issues.filter(({ state }) => state === 'open').length;
  return {
    issueType: issue.type === null ? null : issueTypeFields(issue.type),
    duplicateOf: () => (issue.duplicateOf === null ? null : show(issue.duplicateOf)),
    blockedBy: connection(() => issue.blockedBy, show),
    blocking: connection(() => blocking, show),
    issueDependenciesSummary: {
      blockedBy: open(issue.blockedBy),
      totalBlockedBy: issue.blockedBy.length,
      blocking: open(blocking),
      totalBlocking: blocking.length,
    },
  };
}

const issueTypeFields = (name: string): Fields => ({
  id: `IT_${Buffer.from(name).toString('base64url')}`,
  name,
  description: null,
  color: 'GRAY',
  isEnabled: true,
  isPrivate: false,
});
