// The steps that could happen next to an issue, such as "a maintainer approves #7", each with a function that gives the case after it.
// assess.ts combines them, and checks with the table which state they lead to.
import type { PullFacts, Ref } from '../../../ports/board-snapshot.js';
import type { FormatRef } from './advice.js';
import { type Case, isOverRule, openBlockers, type Pulls, readyPullsOf } from './facts.js';
import { hasChangesRequested, hasPendingCheck, isApproved, isFailing, isMergeBlocked } from './pull-request.js';
import type { Step } from './statements.js';

export interface NextStep {
  readonly step: Step;
  /** The case after the step. */
  readonly change: (issueCase: Case) => Case;
}

/** The steps that could happen next, smallest first. */
export function nextStepsOf(issueCase: Case, formatRef: FormatRef): readonly NextStep[] {
  return [
    ...blockerSteps(issueCase, formatRef),
    ...readyPullSteps(issueCase, formatRef),
    ...draftSteps(issueCase, formatRef),
    ...subIssueSteps(issueCase, formatRef),
    ...firstSteps(issueCase, formatRef),
  ];
}

/** One step for each open blocker: it ends. */
function blockerSteps(issueCase: Case, formatRef: FormatRef): readonly NextStep[] {
  return openBlockers(issueCase).map((blocker) => ({
    step:
      blocker.ref === undefined
        ? { is: 'external', what: blocker.external ?? '' }
        : { is: 'over', ref: formatRef(blocker.ref) },
    change: (current) => ({
      ...current,
      issueBlockers: {
        ...current.issueBlockers,
        blockers: current.issueBlockers.blockers.map((each) =>
          each.ref === blocker.ref && each.external === blocker.external ? { ...each, open: false } : each,
        ),
      },
    }),
  }));
}

/** The pull requests with one of them replaced. They are not copied, since there may be thousands and many steps are tried. */
const withReplaced = (pulls: Pulls, pull: PullFacts): Pulls => ({
  get: (ref) => (ref === pull.ref ? pull : pulls.get(ref)),
  *values() {
    for (const each of pulls.values()) if (each.ref !== pull.ref) yield each;
    yield pull;
  },
});

const withPull = (issueCase: Case, ref: Ref, change: (pull: PullFacts) => PullFacts): Case => {
  const pull = issueCase.pulls.get(ref);
  return pull ? { ...issueCase, pulls: withReplaced(issueCase.pulls, change(pull)) } : issueCase;
};

/** The steps of the ready pull requests. If there are several, choosing one is a step too. */
function readyPullSteps(issueCase: Case, formatRef: FormatRef): readonly NextStep[] {
  const [pull, ...others] = readyPullsOf(issueCase);
  if (!pull) return [];
  if (others.length > 0)
    return [
      chooseStep([pull, ...others], formatRef),
      ...[pull, ...others].flatMap((each) => pullSteps(each, issueCase, formatRef)),
    ];
  return pullSteps(pull, issueCase, formatRef);
}

/** All pull requests but the first are closed. The table gives the same state for any other choice. */
function chooseStep(pulls: readonly PullFacts[], formatRef: FormatRef): NextStep {
  return {
    step: { is: 'choose', pulls: pulls.map(({ ref }) => formatRef(ref)) },
    change: (current) =>
      pulls.slice(1).reduce((left, { ref }) => withPull(left, ref, (pull) => ({ ...pull, state: 'closed' })), current),
  };
}

/** The conclusions of checks that do not let a merge through. */
const NOT_PASSED = ['failure', 'error', 'timed_out', 'startup_failure', 'pending'];

/** The steps that a pull request needs before it can be merged. */
function pullSteps(pull: PullFacts, issueCase: Case, formatRef: FormatRef): readonly NextStep[] {
  const { board } = issueCase.context;
  const name = formatRef(pull.ref);
  const pullStep = (step: Step, change: (pull: PullFacts) => PullFacts): NextStep => ({
    step,
    change: (current) => withPull(current, pull.ref, change),
  });
  const base = board.repos.find(({ repo }) => pull.ref.startsWith(`${repo}#`))?.defaultBranch ?? 'main';
  const checks = missingChecks(pull);
  const isClosing = issueCase.links.some(({ ref, strength }) => ref === pull.ref && strength === 'closing');
  return [
    ...(hasChangesRequested(pull, board).is === 'yes' ? [pullStep({ is: 'answer', pull: name }, withNextCommit)] : []),
    ...((isFailing(pull).is === 'yes' || hasPendingCheck(pull).is === 'yes') && checks.length > 0
      ? [pullStep({ is: 'green', pull: name, checks }, withPassingChecks)]
      : []),
    ...(pull.mergeable === 'conflicts'
      ? [pullStep({ is: 'resolve', pull: name }, (current) => ({ ...current, mergeable: 'yes' }))]
      : []),
    ...(isApproved(pull, board).is === 'no' ? [pullStep({ is: 'approve', pull: name }, withApproval)] : []),
    // If the rules require only a review, the approval satisfies them.
    ...(isMergeBlocked(pull).is === 'yes' && pull.reviewDecision !== 'REVIEW_REQUIRED'
      ? [pullStep({ is: 'allow', pull: name }, (current) => ({ ...current, blocked: false }))]
      : []),
    ...(pull.base === base
      ? []
      : [pullStep({ is: 'retarget', pull: name, base }, (current) => ({ ...current, base }))]),
    ...(isClosing ? [] : [closingReferenceStep(pull, issueCase, formatRef)]),
  ];
}

/** The pull request with an approval of its head. As on GitHub, the approval replaces a request for changes. */
const withApproval = (pull: PullFacts): PullFacts => ({
  ...pull,
  ...(pull.reviewDecision === 'REVIEW_REQUIRED' ? { blocked: false } : {}),
  reviewDecision: 'APPROVED',
  reviews: pull.reviews === 'unread' ? 'unread' : pull.reviews.filter(({ state }) => state !== 'CHANGES_REQUESTED'),
});

/** The pull request with another commit after the last review. */
const withNextCommit = (pull: PullFacts): PullFacts => ({
  ...pull,
  commits:
    pull.commits === 'unread'
      ? 'unread'
      : [...pull.commits, { sha: 'next', message: '', at: pull.createdAt, by: pull.author, own: true }],
});

/** The checks that have to pass. */
const missingChecks = ({ checks }: PullFacts): readonly string[] =>
  checks === 'unread'
    ? []
    : checks
        .filter(({ state, required }) => isCounted(checks, required) && NOT_PASSED.includes(state))
        .map(({ name }) => name)
        .sort();

/** Whether a check counts: if checks are required, only those count. */
const isCounted = (checks: Exclude<PullFacts['checks'], 'unread'>, required: boolean | 'unread'): boolean =>
  required === true || !checks.some((check) => check.required === true);

/** The pull request after its counted checks have passed. */
const withPassingChecks = (pull: PullFacts): PullFacts => ({
  ...pull,
  checks:
    pull.checks === 'unread'
      ? 'unread'
      : pull.checks.map((check) =>
          NOT_PASSED.includes(check.state) && isCounted(pull.checks === 'unread' ? [] : pull.checks, check.required)
            ? { ...check, state: 'success' as const }
            : check,
        ),
});

function closingReferenceStep(pull: PullFacts, { issue }: Case, formatRef: FormatRef): NextStep {
  return {
    step: { is: 'say-closes', pull: formatRef(pull.ref), issue: formatRef(issue.ref) },
    change: (current) => ({
      ...current,
      links: current.links.map((link) => (link.ref === pull.ref ? { ...link, strength: 'closing' } : link)),
    }),
  };
}

/** The steps of open pull requests that are not ready: marking a draft as ready, or adding `Closes`. */
function draftSteps(issueCase: Case, formatRef: FormatRef): readonly NextStep[] {
  return issueCase.links.flatMap(({ kind, ref, strength, byBranch }): NextStep[] => {
    const pull = kind === 'pull' ? issueCase.pulls.get(ref) : undefined;
    if (pull?.state !== 'open') return [];
    if (strength !== 'closing' && !byBranch) return [closingReferenceStep(pull, issueCase, formatRef)];
    if (!pull.draft) return [];
    return [
      {
        step: { is: 'ready', pull: formatRef(ref) },
        change: (current) => withPull(current, ref, (each) => ({ ...each, draft: false })),
      },
    ];
  });
}

/** The steps of sub-issues: work on them begins, or all of them are done. */
function subIssueSteps({ children }: Case, formatRef: FormatRef): readonly NextStep[] {
  const unfinished = children.filter(({ rule }) => !isOverRule(rule));
  if (unfinished.length === 0) return [];
  const parts = unfinished.map(({ ref }) => formatRef(ref));
  const becomes =
    (state: string, rule: string) =>
    (current: Case): Case => ({
      ...current,
      children: current.children.map((child) =>
        unfinished.some(({ ref }) => ref === child.ref) ? { ...child, state, rule } : child,
      ),
    });
  return [
    { step: { is: 'part-begins', parts }, change: becomes('in_progress', 'started') },
    { step: { is: 'parts-end', parts }, change: becomes('done', 'closed') },
  ];
}

/** Steps of an issue without a ready pull request and without sub-issues: a first commit, a new pull request. */
function firstSteps(issueCase: Case, formatRef: FormatRef): readonly NextStep[] {
  if (readyPullsOf(issueCase).length > 0 || issueCase.children.length > 0) return [];
  const branch = `issue-${issueCase.issue.ref.slice(issueCase.issue.ref.lastIndexOf('#') + 1)}`;
  return [
    ...(issueCase.work.ongoing.length > 0 ? [] : [firstCommitStep(branch)]),
    { step: { is: 'open-pull', issue: formatRef(issueCase.issue.ref) }, change: (current) => withNewPull(current) },
  ];
}

function firstCommitStep(branch: string): NextStep {
  return {
    step: { is: 'begin', branch },
    change: (current) => ({
      ...current,
      work: {
        ...current.work,
        lastAt: current.now,
        ongoing: [...current.work.ongoing, { what: `commits on ${branch}` }],
      },
    }),
  };
}

/** The case with a new pull request that closes the issue and that nothing blocks. */
function withNewPull(issueCase: Case): Case {
  const repo = issueCase.issue.ref.slice(0, issueCase.issue.ref.lastIndexOf('#'));
  const ref = `${repo}#0`;
  const base = issueCase.context.board.repos.find((each) => each.repo === repo)?.defaultBranch ?? 'main';
  const pull: PullFacts = {
    ref,
    title: '',
    body: '',
    author: issueCase.issue.author,
    state: 'open',
    draft: false,
    createdAt: issueCase.now,
    base,
    head: { repo, branch: 'next', sha: 'next' },
    commits: [],
    closes: [issueCase.issue.ref],
    reviewDecision: 'NONE',
    reviews: [],
    requests: [],
    checks: [],
    mergeable: 'yes',
    blocked: false,
    autoMerge: false,
    queued: false,
  };
  return {
    ...issueCase,
    pulls: withReplaced(issueCase.pulls, pull),
    links: [
      ...issueCase.links,
      { issue: issueCase.issue.ref, kind: 'pull', ref, strength: 'closing', byBranch: false },
    ],
  };
}
