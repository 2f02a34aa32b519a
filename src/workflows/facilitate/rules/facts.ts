// The conditions of the decision table (table.ts), as functions of one issue and its linked work, and what all rules use from a case:
// its ready pull requests and its open blockers. src/workflows/fix/rules/workable.ts uses it too.
import type { BoardSnapshot, Gap, IssueFacts, PullFacts, Ref } from '../../../ports/board-snapshot.js';
import { type Answer, all, any, type EvidenceItem, no, unread, whether, yes } from './answer.js';
import type { Blocker, IssueBlockers } from './blockers.js';
import { type Link, repoOf } from './links.js';
import { isByPerson, mayPush } from './people.js';
import {
  countsAsMerged,
  evidenceOf,
  hasChangesRequested,
  hasPendingCheck,
  isApproved,
  isFailing,
  isMergeBlocked,
  type MergeContext,
} from './pull-request.js';

/** Pull requests by reference. */
export interface Pulls {
  get(ref: Ref): PullFacts | undefined;
  values(): Iterable<PullFacts>;
}

/** Everything that decides the verdict of one issue. */
export interface Case {
  readonly issue: IssueFacts;
  /** The time of the scan. */
  readonly now: string;
  readonly links: readonly Link[];
  readonly pulls: Pulls;
  /** Pull requests whose closing references could not be read. Each may close this issue. */
  readonly unreadClosers: readonly PullFacts[];
  readonly context: MergeContext;
  readonly issueBlockers: IssueBlockers;
  /** The verdicts of its sub-issues. A sub-issue that cannot be read is `unknown`. */
  readonly children: readonly Child[];
  readonly childrenUnread: boolean;
  readonly work: Work;
}

/** A sub-issue with its verdict. */
export interface Child {
  readonly ref: Ref;
  readonly state: string;
  readonly rule: string;
  /** Closed as not planned, or as a duplicate. */
  readonly dropped: boolean;
}

/** The work on an issue. work.ts collects it. */
export interface Work {
  /** The time of the latest work, with or without a result; null if there was none. */
  readonly lastAt: string | null;
  /** Work in progress: within the last 30 days, and after the last reopening and the last revert. */
  readonly ongoing: readonly EvidenceItem[];
  /** Work that ended without a result, or is older. */
  readonly interrupted: readonly EvidenceItem[];
  /** The data that could not be read. */
  readonly missing: readonly string[];
  /** Whether a commit on a branch that counts as done closes the issue. */
  readonly closingCommit: Answer;
}

const linkedPulls = ({ links, pulls }: Case, wanted: (link: Link, pull: PullFacts) => boolean): readonly PullFacts[] =>
  links.flatMap((link) => {
    const pull = link.kind === 'pull' ? pulls.get(link.ref) : undefined;
    return pull && wanted(link, pull) ? [pull] : [];
  });

const isReady = (link: Link, { state, draft }: PullFacts): boolean =>
  state === 'open' && !draft && (link.strength === 'closing' || link.byBranch);

/** Open pull requests, without drafts, that close the issue or whose branch name contains it. */
export const readyPullsOf = (issueCase: Case): readonly PullFacts[] => linkedPulls(issueCase, isReady);

/** Pull requests that close the issue. */
export const closingPullsOf = (issueCase: Case): readonly PullFacts[] =>
  linkedPulls(issueCase, ({ strength }) => strength === 'closing');

/**
 * `unread` if data is missing that could show another closing pull request: the closing references or the commits of a wanted pull
 * request, or the list of pull requests. Else no answer.
 */
function unreadIfMayClose(issueCase: Case, wanted: (pull: PullFacts) => boolean): readonly Answer[] {
  return unreadIfAny([
    ...issueCase.unreadClosers.filter(wanted).map(({ ref }) => `pull ${ref} closes`),
    ...linkedPulls(issueCase, (_, pull) => wanted(pull) && pull.commits === 'unread').map(
      ({ ref }) => `pull ${ref} commits`,
    ),
    ...unreadListsFor(issueCase.issue.ref, issueCase.context.board, ['pulls']),
  ]);
}

const isOpen = ({ state, draft }: PullFacts): boolean => state === 'open' && !draft;
const isMerged = ({ state }: PullFacts): boolean => state === 'merged';

export const isClosed = ({ issue }: Case): Answer =>
  issue.closed ? yes({ what: `closed as ${issue.closed.reason}`, ref: issue.ref, at: issue.closed.at }) : no;

/** `unread` if another pull request may be ready, but could not be read; else `no`. */
const mayHaveAnotherReady = (issueCase: Case): Answer => any(unreadIfMayClose(issueCase, isOpen));

export const hasNoReadyPull = (issueCase: Case): Answer =>
  readyPullsOf(issueCase).length > 0 ? no : all([negated(mayHaveAnotherReady(issueCase)), yes()]);

export const hasMergedClosingPull = (issueCase: Case): Answer =>
  any([
    ...closingPullsOf(issueCase).map((pull) => countsAsMerged(pull, issueCase.issue, issueCase.context)),
    ...unreadIfMayClose(issueCase, isMerged),
  ]);

/** One `unread` answer if something is missing, else none. */
const unreadIfAny = (missing: readonly string[]): readonly Answer[] => (missing.length > 0 ? [unread(...missing)] : []);

export const hasLandedClosingCommit = ({ work }: Case): Answer => work.closingCommit;

/** Whether exactly one pull request is ready, and nothing but its merge is missing. */
export function isReadyToMerge(issueCase: Case): Answer {
  const [pull, ...others] = readyPullsOf(issueCase);
  if (others.length > 0) return no;
  if (!pull) return mayHaveAnotherReady(issueCase);
  const home = issueCase.context.board.repos.find(({ repo }) => pull.ref.startsWith(`${repo}#`));
  return all([
    whether(closingPullsOf(issueCase).includes(pull)),
    whether(pull.base === (home?.defaultBranch ?? 'main')),
    isApproved(pull, issueCase.context.board),
    negated(isFailing(pull)),
    negated(hasPendingCheck(pull)),
    negated(isMergeBlocked(pull)),
    negated(mayHaveAnotherReady(issueCase)),
  ]);
}

const negated = (answer: Answer): Answer => (answer.is === 'unread' ? answer : whether(answer.is === 'no'));

export const hasPullWithChangesRequested = (issueCase: Case): Answer =>
  any([
    ...readyPullsOf(issueCase).map((pull) => hasChangesRequested(pull, issueCase.context.board)),
    mayHaveAnotherReady(issueCase),
  ]);
export const hasFailingPull = (issueCase: Case): Answer =>
  any([...readyPullsOf(issueCase).map(isFailing), mayHaveAnotherReady(issueCase)]);
export const hasReadyPull = (issueCase: Case): Answer =>
  any([
    ...readyPullsOf(issueCase).map((pull) => yes(evidenceOf(pull, 'is ready for review'))),
    ...unreadIfMayClose(issueCase, isOpen),
  ]);

const OVER_RULES = ['closed', 'merged', 'landed'];

/** Whether an issue that this rule decided no longer blocks others. `approved` does not count: the pull request is not merged yet. */
export const isOverRule = (rule: string): boolean => OVER_RULES.includes(rule);

export function areChildrenDone({ children, childrenUnread, issue }: Case): Answer {
  // One sub-issue that is not done decides, even if others could not be read.
  if (!children.every(({ state, rule }) => state === 'done' && isOverRule(rule))) return no;
  if (childrenUnread) return unread(`issue ${issue.ref} children`);
  return whether(
    children.some(({ dropped }) => !dropped),
    ...children.map(childEvidence),
  );
}

export function hasStartedChild({ children, childrenUnread, issue }: Case): Answer {
  const moving = children.filter(
    ({ state, dropped }) => state === 'in_progress' || state === 'review_pending' || (state === 'done' && !dropped),
  );
  if (moving.length > 0) return yes(...moving.map(childEvidence));
  return childrenUnread ? unread(`issue ${issue.ref} children`) : no;
}

const childEvidence = ({ ref, state }: Child): EvidenceItem => ({ what: `its part is ${state}`, ref });

export const openBlockers = ({ issueBlockers }: Case): readonly Blocker[] =>
  issueBlockers.blockers.filter(({ open }) => open);

/**
 * The last comment by a person with write access after the newest external blocker. crew cannot check such a blocker and asks about it; this
 * comment is the answer. Undefined if there is none, or if no blocker is external.
 */
export function answerAboutBlockers(issueCase: Case): { readonly by: string; readonly at: string } | undefined {
  const { issue, context } = issueCase;
  const times = openBlockers(issueCase).flatMap(({ external, since }) => (external === undefined ? [] : [since]));
  const newest = times.sort().at(-1);
  if (newest === undefined) return undefined;
  const answer = issue.comments
    .filter((each) => each.at > newest && isByPerson(each) && mayPush(context.board, each.by.login, repoOf(issue.ref)))
    .at(-1);
  return answer && { by: answer.by.login, at: answer.at };
}

const blockerEvidence = ({ ref, external, since }: Blocker): EvidenceItem => ({
  what: 'waits for',
  ref: ref ?? external,
  at: since,
});

/** Whether an open blocker appeared after the latest work. */
export function isBlockedAfterWork(issueCase: Case): Answer {
  const { lastAt, missing } = issueCase.work;
  if (lastAt === null) return missing.length > 0 && openBlockers(issueCase).length > 0 ? unread(...missing) : no;
  const later = openBlockers(issueCase).filter(({ since }) => since > lastAt);
  // Work that could not be read may be newer than the blocker.
  const isUncertain = later.length > 0 && missing.length > 0;
  const blockerAnswers = isUncertain ? unreadIfAny(missing) : later.map((each) => yes(blockerEvidence(each)));
  return any([...blockerAnswers, ...unreadIfAny(issueCase.issueBlockers.unread)]);
}

export const hasOpenBlockers = (issueCase: Case): Answer =>
  any([
    ...openBlockers(issueCase).map((each) => yes(blockerEvidence(each))),
    ...unreadIfAny(issueCase.issueBlockers.unread),
  ]);

export const isStarted = ({ work }: Case): Answer =>
  any([...work.ongoing.map((item) => yes(item)), ...unreadIfAny(work.missing)]);
export const wasInterrupted = ({ work }: Case): Answer =>
  any([...work.interrupted.map((item) => yes(item)), ...unreadIfAny(work.missing)]);

/** The names of the lists, as they are reported. */
const LIST_NAMES: Readonly<Record<Gap['list'], string>> = {
  pulls: 'pull requests',
  commits: 'commits',
  branches: 'branches',
  runs: 'runs of crew',
};

/** Those of the given lists that were read incompletely and may concern the issue. */
export function unreadListsFor(issue: Ref, { gaps }: BoardSnapshot, lists: readonly Gap['list'][]): readonly string[] {
  if (!gaps) return [];
  const repo = repoOf(issue);
  const isHere = (gap: Gap) => gap.repo === repo && (gap.issue ?? issue) === issue;
  const missing = gaps.filter((gap) => isHere(gap) && lists.includes(gap.list));
  return [...new Set(missing.map((gap) => `${LIST_NAMES[gap.list]} of ${gap.repo}`))].sort();
}
