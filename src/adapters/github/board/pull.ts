// Converts GitHub's pull request to PullFacts. Pure.
import type { CheckState, Known, PullCommit, PullFacts } from '../../../ports/board-snapshot.js';
import {
  authorOf,
  isCut,
  nodesOf,
  personOf,
  type RawCheck,
  type RawCommit,
  type RawNow,
  type RawPull,
  type RawWork,
  refOf,
} from './raw.js';

export interface PullParts {
  readonly pull: RawPull;
  readonly work: RawWork | null;
  readonly now: RawNow | null;
  /** The ids of its commits that merge the base branch into it. */
  readonly merges: ReadonlySet<string>;
  /** Its body at the time of the merge, if it was edited later. */
  readonly textAtMerge?: string | undefined;
  readonly branches: Known<readonly string[]>;
}

/** The facts of a pull request, as far as it was read. */
export function pullOf({ pull, work, now, merges, textAtMerge, branches }: PullParts): PullFacts {
  const state = pull.pullState === 'MERGED' ? 'merged' : pull.pullState === 'CLOSED' ? 'closed' : 'open';
  return {
    ref: refOf(pull),
    title: pull.title,
    body: textAtMerge ?? pull.body,
    author: personOf(pull.author),
    state,
    draft: (now ?? pull).isDraft,
    createdAt: pull.createdAt,
    closedAt: pull.mergedAt ?? pull.closedAt ?? undefined,
    base: pull.baseRefName,
    head: {
      repo: pull.headRepository?.nameWithOwner ?? 'unknown/gone',
      branch: pull.headRefName,
      sha: (now ?? pull).headRefOid,
    },
    commits: commitsOf(work, merges),
    closes: textAtMerge === undefined ? closesOf(now ?? pull) : claimedIn(textAtMerge, closesOf(pull)),
    ...nowOf(now, state),
    reviews: reviewsOf(work),
    requests: requestsOf(work),
    ...readyOf(work),
    merge: mergeOf(pull, branches),
  };
}

function commitsOf(work: RawWork | null, merges: ReadonlySet<string>): PullFacts['commits'] {
  const nodes = nodesOf(work?.commits);
  if (nodes === 'unread') return 'unread';
  return nodes.map(({ commit }) => commitOf(commit, !merges.has(commit.oid)));
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
function claimedIn(text: string, closes: PullFacts['closes']): PullFacts['closes'] {
  const numbers = new Set([...text.matchAll(/\d+/g)].map(([number]) => Number(number)));
  return closes === 'unread' ? closes : closes.filter((ref) => numbers.has(Number(ref.split('#').at(-1))));
}

type NowFacts = Pick<PullFacts, 'reviewDecision' | 'checks' | 'mergeable' | 'blocked' | 'autoMerge' | 'queued'>;

/** Facts that matter only while it is open. */
function nowOf(now: RawNow | null, state: PullFacts['state']): NowFacts {
  if (!now) {
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
    reviewDecision: decisionOf(now.reviewDecision),
    checks: checksOf(now),
    mergeable: now.mergeable === 'UNKNOWN' ? 'unread' : now.mergeable === 'CONFLICTING' ? 'conflicts' : 'yes',
    blocked: now.mergeStateStatus === 'UNKNOWN' ? 'unread' : ['BLOCKED', 'BEHIND'].includes(now.mergeStateStatus),
    autoMerge: now.autoMergeRequest !== null,
    queued: now.isInMergeQueue,
  };
}

function decisionOf(said: string | null): PullFacts['reviewDecision'] {
  if (said === 'APPROVED' || said === 'CHANGES_REQUESTED' || said === 'REVIEW_REQUIRED' || said === 'unread')
    return said;
  return 'NONE';
}

function checksOf({ statusCheckRollup }: RawNow): PullFacts['checks'] {
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

/** When it ended, if it has. */
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

/** Not completed and unknown conclusions count as pending. */
function checkState({ status, conclusion, contextState }: RawCheck): CheckState {
  if (status !== undefined && status !== 'COMPLETED') return 'pending';
  const said = (contextState ?? conclusion ?? 'pending').toLowerCase();
  return STATES.find((state) => state === said) ?? (said === 'stale' ? 'cancelled' : 'pending');
}

const REVIEWS = ['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'] as const;

function reviewsOf(work: RawWork | null): PullFacts['reviews'] {
  const nodes = nodesOf(work?.reviews);
  if (nodes === 'unread') return 'unread';
  return nodes.flatMap(({ state: said, submittedAt, author, commit }) => {
    const state = REVIEWS.find((each) => each === said);
    // Unsubmitted reviews are private drafts.
    if (!state || submittedAt === null) return [];
    return [{ by: personOf(author), state, commit: commit?.oid ?? '', at: submittedAt }];
  });
}

function requestsOf(work: RawWork | null): PullFacts['requests'] {
  const nodes = nodesOf(work?.timelineItems);
  if (nodes === 'unread') return [];
  return nodes.flatMap(({ createdAt, requestedReviewer }) =>
    requestedReviewer?.login === undefined ? [] : [{ login: requestedReviewer.login, at: createdAt }],
  );
}

/** When it was last marked as ready for review. */
function readyOf(work: RawWork | null): Pick<PullFacts, 'readyAt'> {
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
