// Single changes that could happen to an issue, each as a function to the resulting case. assess.ts checks with the table which
// state they lead to.
import type { PullFacts, Ref } from '../../../ports/board-snapshot.js';
import { type Case, openBlockers, type Pulls, ready } from './facts.js';
import { fails, hasPending, isApproved, isBlocked, wantsChanges } from './pull-request.js';
import type { Step } from './statements.js';

export interface NextStep {
  readonly step: Step;
  readonly change: (of: Case) => Case;
}

export type FormatRef = (ref: Ref) => string;

/** The changes that could happen next, smallest first. */
export function nextStepsOf(of: Case, formatRef: FormatRef): readonly NextStep[] {
  return [
    ...blockerSteps(of, formatRef),
    ...readyPullSteps(of, formatRef),
    ...draftSteps(of, formatRef),
    ...subIssueSteps(of, formatRef),
    ...firstSteps(of, formatRef),
  ];
}

/** One step for each open blocker: it ends. */
function blockerSteps(of: Case, formatRef: FormatRef): readonly NextStep[] {
  return openBlockers(of).map((blocker) => ({
    step:
      blocker.ref === undefined
        ? { is: 'external', what: blocker.external ?? '' }
        : { is: 'over', ref: formatRef(blocker.ref) },
    change: (current) => ({
      ...current,
      waiting: {
        ...current.waiting,
        blockers: current.waiting.blockers.map((each) =>
          each.ref === blocker.ref && each.external === blocker.external ? { ...each, open: false } : each,
        ),
      },
    }),
  }));
}

/** The pull requests with one of them replaced. They are not copied, since there may be thousands and many changes are tried. */
const withReplaced = (pulls: Pulls, pull: PullFacts): Pulls => ({
  get: (ref) => (ref === pull.ref ? pull : pulls.get(ref)),
  *values() {
    for (const each of pulls.values()) if (each.ref !== pull.ref) yield each;
    yield pull;
  },
});

const withPull = (of: Case, ref: Ref, change: (pull: PullFacts) => PullFacts): Case => {
  const pull = of.pulls.get(ref);
  return pull ? { ...of, pulls: withReplaced(of.pulls, change(pull)) } : of;
};

function readyPullSteps(of: Case, formatRef: FormatRef): readonly NextStep[] {
  const [pull, ...others] = ready(of);
  if (!pull) return [];
  if (others.length > 0)
    return [
      chooseStep([pull, ...others], formatRef),
      ...[pull, ...others].flatMap((each) => pullSteps(each, of, formatRef)),
    ];
  return pullSteps(pull, of, formatRef);
}

/** All pull requests but the first are closed. The table gives the same state for any other choice. */
function chooseStep(pulls: readonly PullFacts[], formatRef: FormatRef): NextStep {
  return {
    step: { is: 'choose', pulls: pulls.map(({ ref }) => formatRef(ref)) },
    change: (current) =>
      pulls.slice(1).reduce((left, { ref }) => withPull(left, ref, (pull) => ({ ...pull, state: 'closed' })), current),
  };
}

const FAILED = ['failure', 'error', 'timed_out', 'startup_failure', 'pending'];

/** The steps that a pull request needs before it can be merged. */
function pullSteps(pull: PullFacts, of: Case, formatRef: FormatRef): readonly NextStep[] {
  const { board } = of.context;
  const name = formatRef(pull.ref);
  const pullStep = (step: Step, change: (pull: PullFacts) => PullFacts): NextStep => ({
    step,
    change: (current) => withPull(current, pull.ref, change),
  });
  const home = board.repos.find(({ repo }) => pull.ref.startsWith(`${repo}#`))?.defaultBranch ?? 'main';
  const checks = redChecks(pull);
  const isClosing = of.links.some(({ ref, strength }) => ref === pull.ref && strength === 'closing');
  return [
    ...(wantsChanges(pull, board).is === 'yes' ? [pullStep({ is: 'answer', pull: name }, answered)] : []),
    ...((fails(pull).is === 'yes' || hasPending(pull).is === 'yes') && checks.length > 0
      ? [pullStep({ is: 'green', pull: name, checks }, green)]
      : []),
    ...(pull.mergeable === 'conflicts'
      ? [pullStep({ is: 'resolve', pull: name }, (current) => ({ ...current, mergeable: 'yes' }))]
      : []),
    ...(isApproved(pull, board).is === 'no' ? [pullStep({ is: 'approve', pull: name }, approved)] : []),
    // If the rules require only a review, the approval satisfies them.
    ...(isBlocked(pull).is === 'yes' && pull.reviewDecision !== 'REVIEW_REQUIRED'
      ? [pullStep({ is: 'allow', pull: name }, (current) => ({ ...current, blocked: false }))]
      : []),
    ...(pull.base === home
      ? []
      : [pullStep({ is: 'retarget', pull: name, base: home }, (current) => ({ ...current, base: home }))]),
    ...(isClosing ? [] : [saysCloses(pull, of, formatRef)]),
  ];
}

/** The pull request with an approval of its head. As on GitHub, the approval replaces a request for changes. */
const approved = (pull: PullFacts): PullFacts => ({
  ...pull,
  ...(pull.reviewDecision === 'REVIEW_REQUIRED' ? { blocked: false } : {}),
  reviewDecision: 'APPROVED',
  reviews: pull.reviews === 'unread' ? 'unread' : pull.reviews.filter(({ state }) => state !== 'CHANGES_REQUESTED'),
});

/** The pull request with another commit after the last review. */
const answered = (pull: PullFacts): PullFacts => ({
  ...pull,
  commits:
    pull.commits === 'unread'
      ? 'unread'
      : [...pull.commits, { sha: 'next', message: '', at: pull.createdAt, by: pull.author, own: true }],
});

const redChecks = ({ checks }: PullFacts): readonly string[] =>
  checks === 'unread'
    ? []
    : checks
        .filter(({ state, required }) => counts(checks, required) && FAILED.includes(state))
        .map(({ name }) => name)
        .sort();

/** Whether a check counts: if checks are required, only those count. */
const counts = (checks: Exclude<PullFacts['checks'], 'unread'>, required: boolean | 'unread'): boolean =>
  required === true || !checks.some((check) => check.required === true);

const green = (pull: PullFacts): PullFacts => ({
  ...pull,
  checks:
    pull.checks === 'unread'
      ? 'unread'
      : pull.checks.map((check) =>
          FAILED.includes(check.state) && counts(pull.checks === 'unread' ? [] : pull.checks, check.required)
            ? { ...check, state: 'success' as const }
            : check,
        ),
});

function saysCloses(pull: PullFacts, { issue }: Case, formatRef: FormatRef): NextStep {
  return {
    step: { is: 'say-closes', pull: formatRef(pull.ref), issue: formatRef(issue.ref) },
    change: (current) => ({
      ...current,
      links: current.links.map((link) => (link.ref === pull.ref ? { ...link, strength: 'closing' } : link)),
    }),
  };
}

function draftSteps(of: Case, formatRef: FormatRef): readonly NextStep[] {
  return of.links.flatMap(({ kind, ref, strength, byBranch }): NextStep[] => {
    const pull = kind === 'pull' ? of.pulls.get(ref) : undefined;
    if (pull?.state !== 'open') return [];
    if (strength !== 'closing' && !byBranch) return [saysCloses(pull, of, formatRef)];
    if (!pull.draft) return [];
    return [
      {
        step: { is: 'ready', pull: formatRef(ref) },
        change: (current) => withPull(current, ref, (each) => ({ ...each, draft: false })),
      },
    ];
  });
}

function subIssueSteps({ children }: Case, formatRef: FormatRef): readonly NextStep[] {
  const open = children.filter(({ rule }) => !['closed', 'merged', 'landed'].includes(rule));
  if (open.length === 0) return [];
  const parts = open.map(({ ref }) => formatRef(ref));
  const becomes =
    (state: string, rule: string) =>
    (current: Case): Case => ({
      ...current,
      children: current.children.map((child) =>
        open.some(({ ref }) => ref === child.ref) ? { ...child, state, rule } : child,
      ),
    });
  return [
    { step: { is: 'part-begins', parts }, change: becomes('in_progress', 'started') },
    { step: { is: 'parts-end', parts }, change: becomes('done', 'closed') },
  ];
}

/** Steps of an issue without a ready pull request and without sub-issues: a first commit, a new pull request. */
function firstSteps(of: Case, formatRef: FormatRef): readonly NextStep[] {
  if (ready(of).length > 0 || of.children.length > 0) return [];
  const branch = `issue-${of.issue.ref.slice(of.issue.ref.lastIndexOf('#') + 1)}`;
  return [
    ...(of.work.recent.length > 0 ? [] : [firstCommitStep(branch)]),
    { step: { is: 'open-pull', issue: formatRef(of.issue.ref) }, change: (current) => withNewPull(current) },
  ];
}

function firstCommitStep(branch: string): NextStep {
  return {
    step: { is: 'begin', branch },
    change: (current) => ({
      ...current,
      work: { ...current.work, last: current.now, recent: [...current.work.recent, { what: `commits on ${branch}` }] },
    }),
  };
}

function withNewPull(of: Case): Case {
  const repo = of.issue.ref.slice(0, of.issue.ref.lastIndexOf('#'));
  const ref = `${repo}#0`;
  const home = of.context.board.repos.find((each) => each.repo === repo)?.defaultBranch ?? 'main';
  const pull: PullFacts = {
    ref,
    title: '',
    body: '',
    author: of.issue.author,
    state: 'open',
    draft: false,
    createdAt: of.now,
    base: home,
    head: { repo, branch: 'next', sha: 'next' },
    commits: [],
    closes: [of.issue.ref],
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
    ...of,
    pulls: withReplaced(of.pulls, pull),
    links: [...of.links, { issue: of.issue.ref, kind: 'pull', ref, strength: 'closing', byBranch: false }],
  };
}
