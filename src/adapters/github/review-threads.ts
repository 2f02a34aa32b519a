// Reads all reviews and review threads of a pull request, in one request if possible. reviews.ts returns them.
import type { Comment, ReviewRead, ReviewThread } from '../../ports/index.js';
import type { Client } from './client.js';

interface RawReview extends RawNote {
  readonly state: string;
  readonly commit: { readonly oid: string } | null;
}

interface RawThread {
  readonly id: string;
  readonly path: string;
  readonly line: number | null;
  readonly isOutdated: boolean;
  readonly isResolved: boolean;
  readonly comments: Page<RawNote>;
}

/** The variables of the query that name the pull request. */
interface PullVariables {
  readonly owner: string;
  readonly name: string;
  readonly pull: number;
}

interface Answer {
  readonly repository: {
    readonly pullRequest: { readonly reviews?: Page<RawReview>; readonly reviewThreads?: Page<RawThread> };
  };
}

/** The fields that reviews and review comments have in common. */
const NOTE = `
fragment note on Comment {
  body createdAt publishedAt lastEditedAt
  author { __typename login ... on User { databaseId } ... on Bot { databaseId } ... on Organization { databaseId } }
  ... on PullRequestReview { fullDatabaseId url }
  ... on PullRequestReviewComment { fullDatabaseId url }
}`;

const QUERY = `query crewReviews(
  $owner: String!, $name: String!, $pull: Int!,
  $withReviews: Boolean!, $reviews: String, $withThreads: Boolean!, $threads: String
) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $pull) {
      reviews(first: 50, after: $reviews) @include(if: $withReviews) {
        pageInfo { hasNextPage endCursor }
        nodes { ...note state commit { oid } }
      }
      reviewThreads(first: 50, after: $threads) @include(if: $withThreads) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id path line isOutdated isResolved
          comments(first: 50) { pageInfo { hasNextPage endCursor } nodes { ...note } }
        }
      }
    }
  }
  rateLimit { cost }
}
${NOTE}`;

interface AllReviews {
  readonly reviews: readonly RawReview[];
  readonly threads: readonly RawThread[];
}

/** How far a list was read. */
interface Cursor {
  readonly hasMore: boolean;
  readonly after: string | null;
}

const cursorAfter = (page: Page<unknown> | undefined): Cursor => ({
  hasMore: page?.pageInfo.hasNextPage ?? false,
  after: page?.pageInfo.endCursor ?? null,
});

/** All pages of reviews and threads; a complete list is not requested again. */
async function readAll({ graphql }: Client, variables: PullVariables): Promise<AllReviews> {
  const reviews: RawReview[] = [];
  const threads: RawThread[] = [];
  let reviewsCursor: Cursor = { hasMore: true, after: null };
  let threadsCursor: Cursor = reviewsCursor;
  while (reviewsCursor.hasMore || threadsCursor.hasMore) {
    const { pullRequest }: Answer['repository'] = (
      await graphql<Answer>(QUERY, {
        ...variables,
        withReviews: reviewsCursor.hasMore,
        reviews: reviewsCursor.after,
        withThreads: threadsCursor.hasMore,
        threads: threadsCursor.after,
      })
    ).repository;
    reviews.push(...nodesOf(pullRequest.reviews));
    threads.push(...nodesOf(pullRequest.reviewThreads));
    [reviewsCursor, threadsCursor] = [cursorAfter(pullRequest.reviews), cursorAfter(pullRequest.reviewThreads)];
  }
  return { reviews, threads };
}

/** Reads all reviews, and threads with all comments. */
export async function readReviews(client: Client, variables: PullVariables): Promise<ReviewRead> {
  const { reviews, threads } = await readAll(client, variables);
  const readThreads: ReviewThread[] = [];
  for (const thread of threads) {
    const comments = (await allCommentsOf(client, thread)).map(commentOf);
    const [first] = comments;
    if (first) readThreads.push(threadOf(thread, first, comments));
  }
  return { reviews: withVerdicts(reviews), threads: readThreads };
}

const threadOf = (
  { path, line, isOutdated, isResolved }: RawThread,
  first: Comment,
  comments: readonly Comment[],
): ReviewThread => ({ id: first.id, path, line: isOutdated ? null : line, resolved: isResolved, comments });

/**
 * Marks which reviews request changes now. A verdict counts until the same person gives another one or it is dismissed; comments in between do
 * not change it. Leaves out drafts, and reviews without text that request no changes.
 */
function withVerdicts(reviews: readonly RawReview[]): ReviewRead['reviews'] {
  const verdicts = new Map<number, RawReview>();
  const inOrder = [...reviews].sort((a, b) => commentOf(a).id - commentOf(b).id);
  for (const review of inOrder) {
    if (VERDICT_STATES.has(review.state)) verdicts.set(commentOf(review).author.id, review);
  }
  const countedVerdicts = new Set(verdicts.values());
  return inOrder.flatMap((review) => {
    const note = commentOf(review);
    const wantsChanges = review.state === 'CHANGES_REQUESTED' && countedVerdicts.has(review);
    const isVisible = review.state !== 'PENDING' && (note.body.trim() !== '' || wantsChanges);
    const asks =
      wantsChanges || review.state === 'COMMENTED' || isRepeatedRequest(review, verdicts.get(note.author.id));
    return isVisible ? [{ ...note, wantsChanges, asks, head: review.commit?.oid ?? '' }] : [];
  });
}

/** Whether a review requested changes, and the same person requested changes again later. */
const isRepeatedRequest = ({ state }: RawReview, last: RawReview | undefined): boolean =>
  state === 'CHANGES_REQUESTED' && last?.state === 'CHANGES_REQUESTED';

const VERDICT_STATES = new Set(['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']);

/** A review or review comment, as GraphQL returns it. */
interface RawNote {
  /** A string, because ids exceed GraphQL's Int. */
  readonly fullDatabaseId: string | number;
  readonly body: string;
  readonly url: string;
  /** When its author began it, for a review possibly long before it was submitted. */
  readonly createdAt: string;
  /** When it was submitted; null while it is a draft. */
  readonly publishedAt?: string | null;
  readonly lastEditedAt?: string | null;
  readonly author: { readonly __typename: string; readonly login: string; readonly databaseId?: number | null } | null;
}

/** Converts a review or review comment. The login of a bot gets the suffix `[bot]`, as in REST. */
function commentOf(raw: RawNote): Comment {
  const { fullDatabaseId, body, url, author, createdAt, publishedAt, lastEditedAt } = raw;
  const login = author?.__typename === 'Bot' ? `${author.login.replace(/\[bot\]$/, '')}[bot]` : author?.login;
  const times = { at: publishedAt ?? createdAt, ...(lastEditedAt ? { editedAt: lastEditedAt } : {}) };
  return {
    id: Number(fullDatabaseId),
    body,
    url,
    author: { login: login ?? 'ghost', id: author?.databaseId ?? 0 },
    ...times,
  };
}

/** One page of a GraphQL list. */
interface Page<Item> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly (Item | null)[] | null;
}

/** The nodes of a page; empty for a list that was not requested. */
const nodesOf = <Item>(page: Page<Item> | undefined): readonly Item[] =>
  (page?.nodes ?? []).flatMap((node) => (node === null ? [] : [node]));

const REST_OF_THREAD = `query crewRestOfThread($id: ID!, $after: String) {
  node(id: $id) { ... on PullRequestReviewThread {
    comments(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { ...note } }
  } }
  rateLimit { cost }
}
${NOTE}`;

interface ThreadAnswer {
  readonly node: { readonly comments: Page<RawNote> };
}

/** All comments of a thread. */
async function allCommentsOf(
  { graphql }: Client,
  { id, comments }: { readonly id: string; readonly comments: Page<RawNote> },
): Promise<readonly RawNote[]> {
  const notes = [...nodesOf(comments)];
  let { pageInfo } = comments;
  while (pageInfo.hasNextPage) {
    const { node }: ThreadAnswer = await graphql<ThreadAnswer>(REST_OF_THREAD, { id, after: pageInfo.endCursor });
    notes.push(...nodesOf(node.comments));
    pageInfo = node.comments.pageInfo;
  }
  return notes;
}
