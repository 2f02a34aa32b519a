import type { Comment } from '../../../ports/index.js';

/** A review or review comment, as GraphQL returns it. */
export interface RawNote {
  /** A string, because ids exceed GraphQL's Int. */
  readonly fullDatabaseId: string | number;
  readonly body: string;
  readonly url: string;
  /** When it was begun; for a review possibly long before it was submitted. */
  readonly createdAt: string;
  /** Null while it is a draft. */
  readonly publishedAt?: string | null;
  readonly lastEditedAt?: string | null;
  readonly author: { readonly __typename: string; readonly login: string; readonly databaseId?: number | null } | null;
}

/** The fields of both. */
export const NOTE = `
fragment note on Comment {
  body createdAt publishedAt lastEditedAt
  author { __typename login ... on User { databaseId } ... on Bot { databaseId } ... on Organization { databaseId } }
  ... on PullRequestReview { fullDatabaseId url }
  ... on PullRequestReviewComment { fullDatabaseId url }
}`;

/** Converts it to a Comment, with `[bot]` in the login of bots. */
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
