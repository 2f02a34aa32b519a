import type { Client } from '../client.js';
import { NOTE, type RawNote } from './note.js';

/** One page of a GraphQL list. */
export interface Page<Item> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly (Item | null)[] | null;
}

/** The nodes of a page; empty for a list that was not requested. */
export const allOf = <Item>(page: Page<Item> | undefined): readonly Item[] =>
  (page?.nodes ?? []).flatMap((node) => (node === null ? [] : [node]));

const MORE = `query crewRestOfThread($id: ID!, $after: String) {
  node(id: $id) { ... on PullRequestReviewThread {
    comments(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { ...note } }
  } }
  rateLimit { cost }
}
${NOTE}`;

interface Answer {
  readonly node: { readonly comments: Page<RawNote> };
}

/** All comments of a thread. */
export async function wholeThread(
  { graphql }: Client,
  { id, comments }: { readonly id: string; readonly comments: Page<RawNote> },
): Promise<readonly RawNote[]> {
  const said = [...allOf(comments)];
  let { pageInfo } = comments;
  while (pageInfo.hasNextPage) {
    const { node }: Answer = await graphql<Answer>(MORE, { id, after: pageInfo.endCursor });
    said.push(...allOf(node.comments));
    pageInfo = node.comments.pageInfo;
  }
  return said;
}
