// The conditions of the decision table: small functions of one issue and its linked work.
import type { BoardSnapshot, Gap, IssueFacts, PullFacts, Ref } from '../../../ports/board-snapshot.js';
import { type Answer, all, any, no, type Sign, unread, whether, yes } from './answer.js';
import type { Blocker, IssueBlockers } from './blockers.js';
import { type Link, repoOf } from './links.js';
import { fails, hasPending, isApproved, isBlocked, type MergeContext, stands, wantsChanges } from './pull-request.js';

/** Pull requests by reference. */
export interface Pulls {
  get(ref: Ref): PullFacts | undefined;
  values(): Iterable<PullFacts>;
}

/** The input for the verdict of one issue. */
export interface Case {
  readonly issue: IssueFacts;
  readonly now: string;
  readonly links: readonly Link[];
  readonly pulls: Pulls;
  /** Pull requests whose closing references could not be read. Each may close this issue. */
  readonly unclear: readonly PullFacts[];
  readonly context: MergeContext;
  readonly waiting: IssueBlockers;
  /** The verdicts of its sub-issues. A sub-issue that cannot be read is `unknown`. */
  readonly children: readonly Child[];
  readonly childrenUnread: boolean;
  readonly work: Work;
}

export interface Child {
  readonly ref: Ref;
  readonly state: string;
  readonly rule: string;
  readonly dropped: boolean;
}

/** The work on an issue (work.ts). */
export interface Work {
  /** The time of the latest work, with or without a result. */
  readonly last: string | null;
  /** Work in progress: within the last 30 days, and after the last reopening and the last revert. */
  readonly recent: readonly Sign[];
  /** Work that ended without a result, or is older. */
  readonly old: readonly Sign[];
  readonly missing: readonly string[];
  readonly closingCommit: Answer;
}

const linked = ({ links, pulls }: Case, wanted: (link: Link, pull: PullFacts) => boolean): readonly PullFacts[] =>
  links.flatMap((link) => {
    const pull = link.kind === 'pull' ? pulls.get(link.ref) : undefined;
    return pull && wanted(link, pull) ? [pull] : [];
  });

const isReady = (link: Link, { state, draft }: PullFacts): boolean =>
  state === 'open' && !draft && (link.strength === 'closing' || link.byBranch);

/** Open pull requests, without drafts, that close the issue or whose branch name contains it. */
export const ready = (of: Case): readonly PullFacts[] => linked(of, isReady);

/** Pull requests that close the issue. */
export const closing = (of: Case): readonly PullFacts[] => linked(of, ({ strength }) => strength === 'closing');

const signOf = (pull: PullFacts, what: string): Sign => ({
  what,
  ref: pull.ref,
  by: pull.author.login,
  at: pull.createdAt,
});

/** `unread` if a wanted pull request may close the issue, but its closing references, its commits or the list itself were not read. */
function mightClose(of: Case, wanted: (pull: PullFacts) => boolean): readonly Answer[] {
  return unreadIfAny([
    ...of.unclear.filter(wanted).map(({ ref }) => `pull ${ref} closes`),
    ...linked(of, (_, pull) => wanted(pull) && pull.commits === 'unread').map(({ ref }) => `pull ${ref} commits`),
    ...missingAround(of.issue.ref, of.context.board, ['pulls']),
  ]);
}

const isOpen = ({ state, draft }: PullFacts): boolean => state === 'open' && !draft;
const isMerged = ({ state }: PullFacts): boolean => state === 'merged';

export const isClosed = ({ issue }: Case): Answer =>
  issue.closed ? yes({ what: `closed as ${issue.closed.reason}`, ref: issue.ref, at: issue.closed.at }) : no;

/** `unread` if a pull request that could not be read may be ready too. */
const mayHaveAnotherReady = (of: Case): Answer => any(mightClose(of, isOpen));

export const nothingReady = (of: Case): Answer =>
  ready(of).length > 0 ? no : all([negated(mayHaveAnotherReady(of)), yes()]);

export const aClosingPullStands = (of: Case): Answer =>
  any([...closing(of).map((pull) => stands(pull, of.issue, of.context)), ...mightClose(of, isMerged)]);

/** One `unread` answer if something is missing, else none. */
const unreadIfAny = (missing: readonly string[]): readonly Answer[] => (missing.length > 0 ? [unread(...missing)] : []);

export const aClosingCommitStands = ({ work }: Case): Answer => work.closingCommit;

/** Whether exactly one pull request is ready and only its merge is missing. */
export function oneIsApproved(of: Case): Answer {
  const [pull, ...others] = ready(of);
  if (others.length > 0) return no;
  if (!pull) return mayHaveAnotherReady(of);
  const home = of.context.board.repos.find(({ repo }) => pull.ref.startsWith(`${repo}#`));
  return all([
    whether(closing(of).includes(pull)),
    whether(pull.base === (home?.defaultBranch ?? 'main')),
    isApproved(pull, of.context.board),
    negated(fails(pull)),
    negated(hasPending(pull)),
    negated(isBlocked(pull)),
    negated(mayHaveAnotherReady(of)),
  ]);
}

const negated = (answer: Answer): Answer => (answer.is === 'unread' ? answer : whether(answer.is === 'no'));

export const oneWantsChanges = (of: Case): Answer =>
  any([...ready(of).map((pull) => wantsChanges(pull, of.context.board)), mayHaveAnotherReady(of)]);
export const oneFails = (of: Case): Answer => any([...ready(of).map(fails), mayHaveAnotherReady(of)]);
export const somethingIsReady = (of: Case): Answer =>
  any([...ready(of).map((pull) => yes(signOf(pull, 'is ready for review'))), ...mightClose(of, isOpen)]);

const OVER = ['closed', 'merged', 'landed'];

export function childrenAreDone({ children, childrenUnread, issue }: Case): Answer {
  // One sub-issue that is not done decides, even if others could not be read.
  if (!children.every(({ state, rule }) => state === 'done' && OVER.includes(rule))) return no;
  if (childrenUnread) return unread(`issue ${issue.ref} children`);
  return whether(
    children.some(({ dropped }) => !dropped),
    ...children.map(childSign),
  );
}

export function aChildIsStarted({ children, childrenUnread, issue }: Case): Answer {
  const moving = children.filter(
    ({ state, dropped }) => state === 'in_progress' || state === 'review_pending' || (state === 'done' && !dropped),
  );
  if (moving.length > 0) return yes(...moving.map(childSign));
  return childrenUnread ? unread(`issue ${issue.ref} children`) : no;
}

const childSign = ({ ref, state }: Child): Sign => ({ what: `its part is ${state}`, ref });

export const openBlockers = ({ waiting }: Case): readonly Blocker[] => waiting.blockers.filter(({ open }) => open);

const blockerSign = ({ ref, external, since }: Blocker): Sign => ({
  what: 'waits for',
  ref: ref ?? external,
  at: since,
});

/** Whether an open blocker appeared after the latest work. */
export function isBlockedAfterWork(of: Case): Answer {
  const { last, missing } = of.work;
  if (last === null) return missing.length > 0 && openBlockers(of).length > 0 ? unread(...missing) : no;
  const later = openBlockers(of).filter(({ since }) => since > last);
  // Work that could not be read may be newer than the blocker.
  const isUncertain = later.length > 0 && missing.length > 0;
  const known = isUncertain ? unreadIfAny(missing) : later.map((each) => yes(blockerSign(each)));
  return any([...known, ...unreadIfAny(of.waiting.unread)]);
}

export const isWaiting = (of: Case): Answer =>
  any([...openBlockers(of).map((each) => yes(blockerSign(each))), ...unreadIfAny(of.waiting.unread)]);

export const isStarted = ({ work }: Case): Answer =>
  any([...work.recent.map((sign) => yes(sign)), ...unreadIfAny(work.missing)]);
export const wasInterrupted = ({ work }: Case): Answer =>
  any([...work.old.map((sign) => yes(sign)), ...unreadIfAny(work.missing)]);

const NAMES: Readonly<Record<Gap['list'], string>> = {
  pulls: 'pull requests',
  commits: 'commits',
  branches: 'branches',
  runs: 'runs of crew',
};

/** The lists of these kinds that were read incompletely and may concern the issue. */
export function missingAround(issue: Ref, { gaps }: BoardSnapshot, kinds: readonly Gap['list'][]): readonly string[] {
  if (!gaps) return [];
  const repo = repoOf(issue);
  const isHere = (gap: Gap) => gap.repo === repo && (gap.issue ?? issue) === issue;
  const missing = gaps.filter((gap) => isHere(gap) && kinds.includes(gap.list));
  return [...new Set(missing.map((gap) => `${NAMES[gap.list]} of ${gap.repo}`))].sort();
}
