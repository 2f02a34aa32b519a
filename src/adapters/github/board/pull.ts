// Converts a pull request of GitHub's GraphQL API to PullFacts, for pull requests of the board (pulls.ts) and those outside it
// (referenced.ts).
import type { CheckState, Known, PullCommit, PullFacts } from '../../../ports/board-snapshot.js';
import {
  authorOf,
  isCut,
  nodesOf,
  personOf,
  type RawCheck,
  type RawCommit,
  type RawOpenPull,
  type RawPull,
  type RawPullWork,
  refOf,
} from './raw.js';

/** What was read of a pull request; null for parts that were not requested or failed. */
export interface PullParts {
  readonly pull: RawPull;
  /** Its commits, reviews and review requests. */
  readonly work: RawPullWork | null;
  /** Checks and mergeability; read of open pull requests only. */
  readonly openState: RawOpenPull | null;
  /** The ids of its commits that merge the base branch into it. */
  readonly baseMerges: ReadonlySet<string>;
  /** Its body at the time of the merge, if it was edited later. */
  readonly textAtMerge?: string | undefined;
  /** The branches that contain its merge. */
  readonly branches: Known<readonly string[]>;
}

/** The facts of a pull request, as far as it was read. */
export function pullOf({ pull, work, openState, baseMerges, textAtMerge, branches }: PullParts): PullFacts {
  const state = stateOf(pull);
  return {
    ref: refOf(pull),
    title: pull.title,
    body: textAtMerge ?? pull.body,
    author: personOf(pull.author),
    state,
    draft: (openState ?? pull).isDraft,
    createdAt: pull.createdAt,
    closedAt: pull.mergedAt ?? pull.closedAt ?? undefined,
    base: pull.baseRefName,
    head: {
      repo: pull.headRepository?.nameWithOwner ?? 'unknown/gone',
      branch: pull.headRefName,
      sha: (openState ?? pull).headRefOid,
    },
    commits: commitsOf(work, baseMerges),
    closes: textAtMerge === undefined ? closesOf(openState ?? pull) : closesNamedIn(textAtMerge, closesOf(pull)),
    ...openStateOf(openState, state),
    reviews: reviewsOf(work),
    requests: requestsOf(work),
    ...readyOf(work),
    merge: mergeOf(pull, branches),
  };
}

function stateOf({ pullState }: RawPull): PullFacts['state'] {
  if (pullState === 'MERGED') return 'merged';
  return pullState === 'CLOSED' ? 'closed' : 'open';
}

function commitsOf(work: RawPullWork | null, baseMerges: ReadonlySet<string>): PullFacts['commits'] {
  const nodes = nodesOf(work?.commits);
  if (nodes === 'unread') return 'unread';
  return nodes.map(({ commit }) => commitOf(commit, !baseMerges.has(commit.oid)));
}

const commitOf = ({ oid, message, committedDate, author }: RawCommit, own: boolean): PullCommit => ({
  sha: oid,
  message,
  at: committedDate,
  by: authorOf(author),
  own,
});

function closesOf({ closingIssuesReferences }: Pick<RawPull, 'closingIssuesReferences'>): PullFacts['closes'] {
  // References beyond the first hundred are found in the text.
  const nodes = nodesOf(closingIssuesReferences);
  return nodes === 'unread' ? 'unread' : nodes.map(refOf);
}

/** GitHub's references follow later edits of the body. References that the body did not contain at the merge are dropped. */
function closesNamedIn(text: string, closes: PullFacts['closes']): PullFacts['closes'] {
  const numbers = new Set([...text.matchAll(/\d+/g)].map(([number]) => Number(number)));
  return closes === 'unread' ? closes : closes.filter((ref) => numbers.has(Number(ref.split('#').at(-1))));
}

type OpenState = Pick<PullFacts, 'reviewDecision' | 'checks' | 'mergeable' | 'blocked' | 'autoMerge' | 'queued'>;

/** The facts that matter only while a pull request is open. A closed one gets values that hold nothing back. */
function openStateOf(openState: RawOpenPull | null, state: PullFacts['state']): OpenState {
  if (!openState) {
    const over = state !== 'open';
    return {
      reviewDecision: over ? 'NONE' : 'unread',
      checks: over ? [] : 'unread',
      mergeable: over ? 'yes' : 'unread',
      blocked: over ? false : 'unread',
      autoMerge: false,
      queued: false,
    };
  }
  return {
    reviewDecision: decisionOf(openState.reviewDecision),
    checks: checksOf(openState),
    mergeable:
      openState.mergeable === 'UNKNOWN' ? 'unread' : openState.mergeable === 'CONFLICTING' ? 'conflicts' : 'yes',
    blocked:
      openState.mergeStateStatus === 'UNKNOWN' ? 'unread' : ['BLOCKED', 'BEHIND'].includes(openState.mergeStateStatus),
    autoMerge: openState.autoMergeRequest !== null,
    queued: openState.isInMergeQueue,
  };
}

function decisionOf(value: string | null): PullFacts['reviewDecision'] {
  if (value === 'APPROVED' || value === 'CHANGES_REQUESTED' || value === 'REVIEW_REQUIRED' || value === 'unread')
    return value;
  return 'NONE';
}

function checksOf({ statusCheckRollup }: RawOpenPull): PullFacts['checks'] {
  if (!statusCheckRollup) return [];
  const nodes = nodesOf(statusCheckRollup.contexts);
  if (nodes === 'unread' || isCut(statusCheckRollup.contexts)) return 'unread';
  return nodes.map((check) => ({
    name: check.name ?? check.context ?? '',
    state: checkState(check),
    required: check.isRequired ?? 'unread',
    ...endOf(check),
  }));
}

/** When a check ended; empty while it is pending. */
function endOf(check: RawCheck): { readonly at?: string } {
  const at = check.completedAt ?? check.createdAt;
  return at === undefined || checkState(check) === 'pending' ? {} : { at };
}

const STATES: readonly CheckState[] = [
  'success',
  'neutral',
  'skipped',
  'cancelled',
  'failure',
  'error',
  'timed_out',
  'startup_failure',
  'action_required',
];

/** The state of a check run or commit status. A check that is not completed, or has an unknown conclusion, is pending. */
function checkState({ status, conclusion, contextState }: RawCheck): CheckState {
  if (status !== undefined && status !== 'COMPLETED') return 'pending';
  const value = (contextState ?? conclusion ?? 'pending').toLowerCase();
  return STATES.find((state) => state === value) ?? (value === 'stale' ? 'cancelled' : 'pending');
}

const REVIEWS = ['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'] as const;

function reviewsOf(work: RawPullWork | null): PullFacts['reviews'] {
  const nodes = nodesOf(work?.reviews);
  if (nodes === 'unread') return 'unread';
  return nodes.flatMap(({ state: value, submittedAt, author, commit }) => {
    const state = REVIEWS.find((each) => each === value);
    // Unsubmitted reviews are private drafts.
    if (!state || submittedAt === null) return [];
    return [{ by: personOf(author), state, commit: commit?.oid ?? '', at: submittedAt }];
  });
}

function requestsOf(work: RawPullWork | null): PullFacts['requests'] {
  const nodes = nodesOf(work?.timelineItems);
  if (nodes === 'unread') return [];
  return nodes.flatMap(({ createdAt, requestedReviewer }) =>
    requestedReviewer?.login === undefined ? [] : [{ login: requestedReviewer.login, at: createdAt }],
  );
}

/** When it was last marked as ready for review. */
function readyOf(work: RawPullWork | null): Pick<PullFacts, 'readyAt'> {
  const nodes = nodesOf(work?.timelineItems);
  const last = nodes === 'unread' ? undefined : nodes.findLast((each) => each.__typename === 'ReadyForReviewEvent');
  return last ? { readyAt: last.createdAt } : {};
}

function mergeOf({ mergedAt, mergedBy, mergeCommit }: RawPull, branches: Known<readonly string[]>): PullFacts['merge'] {
  if (mergedAt === null) return undefined;
  // Without the merge commit its location is unknown.
  const sha = mergeCommit?.oid ?? '';
  return {
    sha,
    at: mergedAt,
    by: mergedBy ? personOf(mergedBy) : undefined,
    branches: sha === '' ? 'unread' : branches,
  };
}
