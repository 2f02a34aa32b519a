// The timeline of an issue or pull request in GraphQL. Used by thread-fields.ts, and by pull-request.ts for commits.

import type { GraphQLResolveInfo } from 'graphql';
import type { Thread } from '../../state.js';
import { type TimelineItem, timelineOf, timeOf, toSnakeCase } from '../../timeline/timeline.js';
import { asyncConnection, type PageArguments } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';
import { commitType } from './commit.js';
import { eventType } from './timeline-event.js';

type TimelineArguments = PageArguments & {
  readonly itemTypes?: readonly string[] | null;
  readonly since?: string | null;
  readonly skip?: number | null;
};

const typeOf = ({ kind }: TimelineItem): string => toSnakeCase(kind).toUpperCase();

/** The timeline of an issue or pull request, filtered by type and time. */
export function timelineField(thread: Thread) {
  return async (given: TimelineArguments, context: QueryContext, info: GraphQLResolveInfo): Promise<Fields> => {
    const all = await timelineOf(thread);
    const items = select(all, given);
    const page = await asyncConnection(
      async () => items,
      (item: TimelineItem) => itemType(context, { thread, item }),
    )(given, context, info);
    const { nodes } = page;
    return {
      ...page,
      totalCount: all.length,
      filteredCount: items.length,
      pageCount: Array.isArray(nodes) ? nodes.length : 0,
      updatedAt: items.map(timeOf).toSorted().at(-1) ?? thread.createdAt,
    };
  };
}

function select(items: readonly TimelineItem[], { itemTypes, since, skip }: TimelineArguments): TimelineItem[] {
  const wanted = itemTypes == null ? null : new Set(itemTypes);
  const from = since == null ? null : Date.parse(since);
  const fits = (item: TimelineItem) =>
    (wanted === null || wanted.has(typeOf(item))) && (from === null || Date.parse(timeOf(item)) >= from);
  return items.filter(fits).slice(skip ?? 0);
}

function itemType(context: QueryContext, { thread, item }: { thread: Thread; item: TimelineItem }): Fields {
  switch (item.kind) {
    case 'IssueComment':
    case 'PullRequestReview':
      return context.show(item);
    case 'PullRequestCommit':
      return pullCommitType(context, { thread, sha: item.sha });
    default:
      return eventType(context, { thread, event: item });
  }
}

/** A commit of a pull request. */
export function pullCommitType(context: QueryContext, { thread, sha }: { thread: Thread; sha: string }): Fields {
  const { repository } = thread;
  return {
    __typename: 'PullRequestCommit',
    id: `PRC_${thread.id}_${sha}`,
    commit: () => commitType(context, { repository, sha }),
    pullRequest: () => context.show(thread),
  };
}
