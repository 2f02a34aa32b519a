// Pull requests in GraphQL. Used by types/index.ts.

import { canSee } from '../../auth/authorize.js';
import { actorOf } from '../../auth/credential.js';
import { mergeabilityOf } from '../../pulls/mergeability.js';
import { decisionOf, opinionsOf } from '../../pulls/review-decision.js';
import type { Account, Issue, PullRequest, Review } from '../../state.js';
import { connection, type PageArguments } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';
import { rollupType } from './check.js';
import { commitType } from './commit.js';
import { refType } from './ref.js';
import { threadFields } from './thread-fields.js';
import { pullCommitType } from './timeline.js';

/** A pull request. */
export function pullRequestType(context: QueryContext, pull: PullRequest): Fields {
  const { show } = context;
  const { repository, head, merge } = pull;
  return {
    ...threadFields(context, pull),
    ...branchFields(context, pull),
    ...reviewFields(context, pull),
    ...mergeFields(context, pull),
    state: merge === null ? pull.state.toUpperCase() : 'MERGED',
    isDraft: pull.draft,
    isCrossRepository: head.repository !== repository,
    closingIssuesReferences: connection(
      ({ userLinkedOnly }: PageArguments & { userLinkedOnly?: boolean | null }) =>
        closedBy(pull, { linkedOnly: userLinkedOnly === true }).filter((issue) =>
          canSee(context.who, issue.repository),
        ),
      show,
    ),
    commits: connection(
      () => pull.commits.map((sha) => ({ sha })),
      ({ sha }) => pullCommitType(context, { thread: pull, sha }),
    ),
    statusCheckRollup: () => rollupType(context, { repository, sha: head.sha }),
    totalCommentsCount: pull.comments.length,
  };
}

const closedBy = (
  { issuesClosedByText: closes, linkedIssues: linked }: PullRequest,
  { linkedOnly }: { linkedOnly: boolean },
): Issue[] => (linkedOnly ? linked : [...new Set([...closes, ...linked])]);

function branchFields(context: QueryContext, { repository, base, head, author }: PullRequest): Fields {
  const { show } = context;
  return {
    baseRefName: base.ref,
    baseRefOid: base.sha,
    baseRef: () => refType(context, { repository, name: `refs/heads/${base.ref}` }),
    baseRepository: () => show(repository),
    headRefName: head.ref,
    headRefOid: head.sha,
    headRef: () =>
      head.repository === null
        ? null
        : refType(context, { repository: head.repository, name: `refs/heads/${head.ref}` }),
    headRepository: () => (head.repository === null ? null : show(head.repository)),
    headRepositoryOwner: () => show(head.repository?.owner ?? author),
    maintainerCanModify: false,
  };
}

function reviewFields(context: QueryContext, pull: PullRequest): Fields {
  const { show } = context;
  const me = actorOf(context.who)?.account;
  const isShown = ({ state, author }: Review) => state !== 'PENDING' || author === me;
  const submitted = () => pull.reviews.filter(isShown);
  return {
    reviewDecision: decisionOf(pull),
    reviews: connection(
      ({ states, author }: PageArguments & { states?: readonly string[] | null; author?: string | null }) =>
        submitted().filter(
          (one) => (states == null || states.includes(one.state)) && (author == null || one.author.login === author),
        ),
      show,
    ),
    latestReviews: connection(() => latest(submitted()), show),
    latestOpinionatedReviews: connection(
      ({ writersOnly }: PageArguments & { writersOnly?: boolean | null }) =>
        opinionsOf(pull, { writersOnly: writersOnly === true }),
      show,
    ),
    reviewRequests: connection(
      () => pull.requestedReviewers,
      (reviewer) => ({
        __typename: 'ReviewRequest',
        id: `RR_${pull.id}_${reviewer.id}`,
        databaseId: reviewer.id,
        asCodeOwner: false,
        pullRequest: () => show(pull),
        requestedReviewer: () => show(reviewer),
      }),
    ),
    reviewThreads: connection(
      () => pull.threads.filter(({ comments }) => comments.some(({ review }) => isShown(review))),
      show,
    ),
  };
}

/** The newest review of each author. */
function latest(reviews: readonly Review[]): Review[] {
  return [...new Map(reviews.map((review) => [review.author, review] satisfies [Account, Review])).values()];
}

function mergeFields(context: QueryContext, pull: PullRequest): Fields {
  const { show } = context;
  const { repository, merge, autoMerge, queueEntry } = pull;
  return {
    merged: merge !== null,
    mergedAt: merge?.at ?? null,
    mergedBy: () => (merge === null ? null : show(merge.by)),
    mergeCommit: () => (merge === null ? null : commitType(context, { repository, sha: merge.sha })),
    mergeable: async () => (await mergeabilityOnce(context, pull)).mergeable,
    mergeStateStatus: async () => (await mergeabilityOnce(context, pull)).state,
    autoMergeRequest:
      autoMerge === null
        ? null
        : {
            enabledAt: autoMerge.at,
            enabledBy: () => show(autoMerge.by),
            mergeMethod: autoMerge.method.toUpperCase(),
            pullRequest: () => show(pull),
          },
    isInMergeQueue: queueEntry !== null,
    mergeQueueEntry:
      queueEntry === null
        ? null
        : {
            __typename: 'MergeQueueEntry',
            id: `MQE_${pull.id}`,
            enqueuedAt: queueEntry.at,
            enqueuer: () => show(queueEntry.by),
            position: repository.pulls.filter((one) => one.queueEntry !== null).indexOf(pull) + 1,
            state: 'QUEUED',
            jump: false,
            solo: false,
            pullRequest: () => show(pull),
          },
  };
}

/** Computes mergeability once per query, so that `mergeable` and `mergeStateStatus` give the same result. */
function mergeabilityOnce({ mergeabilities }: QueryContext, pull: PullRequest): ReturnType<typeof mergeabilityOf> {
  const known = mergeabilities.get(pull) ?? mergeabilityOf(pull);
  mergeabilities.set(pull, known);
  return known;
}
