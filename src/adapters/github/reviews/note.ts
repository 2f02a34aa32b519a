import type { Comment } from '../../../ports.js';

/** A text with its author, as GraphQL gives reviews and what is said beside lines. */
export interface RawNote {
  /** Whole, as a text: ids of remarks have outgrown the numbers that GraphQL has. */
  readonly fullDatabaseId: string | number;
  readonly body: string;
  readonly url: string;
  /** When somebody began to write it, which of a review may be long before anybody could read it. */
  readonly createdAt: string;
  /** Null while it is still a draft. */
  readonly publishedAt?: string | null;
  readonly lastEditedAt?: string | null;
  readonly author: { readonly __typename: string; readonly login: string; readonly databaseId?: number | null } | null;
}

/** What is asked of both. */
export const NOTE = `
fragment note on Comment {
  body createdAt publishedAt lastEditedAt
  author { __typename login ... on User { databaseId } ... on Bot { databaseId } ... on Organization { databaseId } }
  ... on PullRequestReview { fullDatabaseId url }
  ... on PullRequestReviewComment { fullDatabaseId url }
}`;

/** A bot is called as everywhere else: with `[bot]`. */
export function noteOf(raw: RawNote): Comment {
  const { fullDatabaseId, body, url, author, createdAt, publishedAt, lastEditedAt } = raw;
  const login = author?.__typename === 'Bot' ? `${author.login.replace(/\[bot\]$/, '')}[bot]` : author?.login;
  const said = { at: publishedAt ?? createdAt, ...(lastEditedAt ? { editedAt: lastEditedAt } : {}) };
  return {
    id: Number(fullDatabaseId),
    body,
    url,
    author: { login: login ?? 'ghost', id: author?.databaseId ?? 0 },
    ...said,
  };
}
