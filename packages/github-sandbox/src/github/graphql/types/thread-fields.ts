// The GraphQL fields that issues and pull requests have in common. Used by issue.ts and pull-request.ts.

import { actorOf } from '../../auth/credential.js';
import { htmlOf } from '../../rest/issue-json.js';
import { associationOf } from '../../rest/users.js';
import type { ProjectItem, Thread } from '../../state.js';
import { connection, type PageArguments } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';
import { canReadBoard } from './board-access.js';
import { reactableFields } from './reaction.js';
import { timelineField } from './timeline.js';

/** Common fields of issues and pull requests. */
export function threadFields(context: QueryContext, thread: Thread): Fields {
  const { world, show } = context;
  const url = htmlOf(world.urls, thread);
  return {
    ...reactableFields(context, thread),
    __typename: thread.kind,
    id: thread.nodeId,
    databaseId: thread.id,
    fullDatabaseId: String(thread.id),
    number: thread.number,
    title: thread.title,
    body: thread.body ?? '',
    bodyText: thread.body ?? '',
    author: () => show(thread.author),
    authorAssociation: associationOf(thread.repository, thread.author),
    viewerDidAuthor: actorOf(context.who)?.account === thread.author,
    closed: thread.state === 'closed',
    locked: thread.locked,
    activeLockReason: thread.lockReason?.replace('-', '_').replace(' ', '_').toUpperCase() ?? null,
    createdAt: thread.createdAt,
    publishedAt: thread.createdAt,
    updatedAt: thread.updatedAt,
    closedAt: thread.closedAt,
    lastEditedAt: thread.lastEditedAt,
    includesCreatedEdit: thread.lastEditedAt !== null,
    milestone: () => (thread.milestone === null ? null : show(thread.milestone)),
    labels: connection(() => thread.labels, show),
    assignees: connection(() => thread.assignees, show),
    comments: connection(() => thread.comments, show),
    timelineItems: timelineField(thread),
    projectItems: connection(
      ({ includeArchived }: PageArguments & { includeArchived?: boolean | null }) =>
        cardsOf(context, thread).filter(({ archived }) => !archived || includeArchived !== false),
      show,
    ),
    repository: () => show(thread.repository),
    resourcePath: url.slice(world.urls.html.length),
    url,
  };
}

/** Its cards on boards that the caller can see. */
function cardsOf({ world, who }: QueryContext, thread: Thread): ProjectItem[] {
  return [...thread.cards].flatMap((id) => {
    const item = world.state.nodes.get(id);
    return item?.kind === 'ProjectV2Item' && canReadBoard(world, { who, project: item.project }) ? [item] : [];
  });
}
