// Paginated lists in GraphQL. Used by the files of graphql/types.

import { createHash } from 'node:crypto';
import { GraphQLError, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { Fields, QueryContext } from './query-context.js';

export type PageArguments = {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
};

type Show<Item> = (item: Item) => Fields | Promise<Fields>;

/** A paginated field with GitHub's limits: `first` and `last` are 0 to 100; one of them is required if nodes are asked for. */
export function connection<Item extends object, Given extends PageArguments>(
  itemsFor: (given: Given) => readonly Item[],
  show: Show<Item>,
) {
  return (given: Given, context: QueryContext, info: GraphQLResolveInfo): Fields => {
    if (asksForNodes(info)) checkBounds(given, info.fieldName);
    return pageOf({ given, context, items: maybeShuffled(itemsFor(given), { context, name: info.fieldName }), show });
  };
}

/** Like `connection`, for lists that are computed asynchronously. Their order is never shuffled. */
export function asyncConnection<Item extends object, Given extends PageArguments>(
  itemsFor: (given: Given) => Promise<readonly Item[]>,
  show: Show<Item>,
) {
  return async (given: Given, context: QueryContext, info: GraphQLResolveInfo): Promise<Fields> => {
    if (asksForNodes(info)) checkBounds(given, info.fieldName);
    return pageOf({ given, context, items: await itemsFor(given), show });
  };
}

/** Names of lists whose order GitHub does not guarantee. */
const unorderedLists = new Set([
  'items',
  'labels',
  'assignees',
  'subIssues',
  'blockedBy',
  'linkedBranches',
  'closingIssuesReferences',
  'contexts',
  'collaborators',
]);

/** The items in order, or shuffled if a fault asks for it. */
function maybeShuffled<Item extends object>(
  items: readonly Item[],
  { context, name }: { context: QueryContext; name: string },
): readonly Item[] {
  const { shuffleSeed } = context;
  if (shuffleSeed === null || !unorderedLists.has(name)) return items;
  const rank = (at: number): string => createHash('sha256').update(`${shuffleSeed} ${at}`).digest('hex');
  const ranked = items.map((item, at) => ({ item, rank: rank(at) }));
  return ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1)).map(({ item }) => item);
}

type PageInput<Item> = { given: PageArguments; context: QueryContext; items: readonly Item[]; show: Show<Item> };

function pageOf<Item extends object>({ given, context, items: all, show }: PageInput<Item>): Fields {
  // The fault `stale` hides items with an id above `newestVisibleId`.
  const items = all.filter((item) => idOf(item) <= context.newestVisibleId);
  const { start, end } = cut(given, items.length);
  const edges = items.slice(start, end).map((item, i) => ({ cursor: cursorOf(start + i), node: show(item) }));
  return {
    totalCount: items.length,
    nodes: edges.map(({ node }) => node),
    edges,
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** Items without a numeric id are always visible. */
function idOf(item: object): number {
  return 'id' in item && typeof item.id === 'number' ? item.id : 0;
}

function checkBounds({ first, last }: PageArguments, name: string): void {
  if (first == null && last == null) {
    throw new GraphQLError(
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
      {
        extensions: { type: 'MISSING_PAGINATION_BOUNDARIES' },
      },
    );
  }
  for (const [argument, size] of [['first', first] as const, ['last', last] as const]) {
    if (size == null || (size >= 0 && size <= 100)) continue;
    const message =
      size < 0
        ? `\`${argument}\` on the \`${name}\` connection cannot be less than zero.`
        : `Requesting ${size} records on the \`${name}\` connection exceeds the \`${argument}\` limit of 100 records.`;
    throw new GraphQLError(message, { extensions: { type: 'EXCESSIVE_PAGINATION' } });
  }
}

function cut({ first, last, after, before }: PageArguments, length: number): { start: number; end: number } {
  const from = after == null ? 0 : positionOf(after) + 1;
  const to = before == null ? length : Math.min(positionOf(before), length);
  if (first != null) return { start: from, end: Math.max(from, Math.min(to, from + first)) };
  return { start: Math.max(from, to - (last ?? 100)), end: Math.max(from, to) };
}

const cursorOf = (position: number): string => Buffer.from(`cursor:${position + 1}`).toString('base64');

function positionOf(cursor: string): number {
  const found = /^cursor:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString());
  if (found !== null) return Number(found[1]) - 1;
  throw new GraphQLError(`\`${cursor}\` does not appear to be a valid cursor.`, {
    extensions: { type: 'INVALID_CURSOR_ARGUMENTS' },
  });
}

/** Counting alone needs no `first` or `last`. */
function asksForNodes({ fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  const names = (set: SelectionSetNode | undefined): string[] =>
    (set?.selections ?? []).flatMap((one) => {
      if (one.kind === Kind.FIELD) return [one.name.value];
      return names(one.kind === Kind.INLINE_FRAGMENT ? one.selectionSet : fragments[one.name.value]?.selectionSet);
    });
  return fieldNodes
    .flatMap(({ selectionSet }) => names(selectionSet))
    .some((name) => name === 'nodes' || name === 'edges');
}
