// Collects the work on an issue: work in progress, work that ended without a result, and the time of the latest work.
import type { CommitFacts, IssueFacts, LogFacts, PullFacts, RunFacts } from '../../../ports/board-snapshot.js';
import { type Answer, all, any, type Sign, unread, whether, yes } from './answer.js';
import type { Work } from './facts.js';
import { missingAround } from './facts.js';
import { type Link, repoOf } from './links.js';
import { type MergeContext, stands } from './pull-request.js';

export interface WorkOf {
  readonly issue: IssueFacts;
  readonly links: readonly Link[];
  readonly context: MergeContext;
  readonly now: string;
  /** The time of the revert of a commit; null if it was not reverted, or was reapplied. */
  readonly commitRevertedAt: (sha: string) => string | null;
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const before = (now: string, days: number): string => new Date(Date.parse(now) - days * DAY).toISOString();

/** A piece of work. `dated` counts for 30 days, `lasting` counts until it ends, and `ended` gave no result. */
interface Piece {
  readonly sign: Sign;
  readonly at: string;
  readonly kind: 'dated' | 'lasting' | 'ended';
}

const piece = (kind: Piece['kind'], at: string, sign: Omit<Sign, 'at'>): Piece => ({ kind, at, sign: { ...sign, at } });

/** The time of the latest own commit of a pull request; without one, the time when it was opened. */
function dateOf({ commits, createdAt }: PullFacts): string {
  const own = commits === 'unread' ? [] : commits.filter((commit) => commit.own);
  return (
    own
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? createdAt
  );
}

export function workOf(of: WorkOf): Work {
  const pulls = linkedPulls(of);
  const pieces = [
    ...pulls.flatMap(({ link, pull }) => piecesOfPull(link, pull, of)),
    ...linkedCommits(of).flatMap(({ link, commit }) => piecesOfCommit(link, commit, of)),
    ...piecesOfBranches(of, pulls),
    ...of.context.board.logs.filter(({ issue }) => issue === of.issue.ref).map((log) => pieceOfLog(log, of.now)),
    ...of.context.board.runs.filter(({ issue }) => issue === of.issue.ref).flatMap(piecesOfRun),
    ...of.issue.reopenings.map((at) => piece('ended', at, { what: 'was opened again', ref: of.issue.ref })),
  ];
  const floor = validSince(of, pulls);
  const recentSince = before(of.now, 30);
  const continues = ({ kind, at }: Piece) =>
    kind === 'lasting' || (kind === 'dated' && at > floor && at >= recentSince);
  return {
    last: lastOf(of, pulls),
    recent: pieces.filter(continues).map(({ sign }) => sign),
    old: pieces.filter((each) => !continues(each)).map(({ sign }) => sign),
    missing: missingOf(of, pulls),
    closingCommit: closingCommitOf(of),
  };
}

interface LinkedPull {
  readonly link: Link;
  readonly pull: PullFacts;
}

function linkedPulls({ links, context }: WorkOf): readonly LinkedPull[] {
  return links.flatMap((link) => {
    const pull = link.kind === 'pull' ? context.board.pulls.find(({ ref }) => ref === link.ref) : undefined;
    return pull ? [{ link, pull }] : [];
  });
}

function linkedCommits({ links, context }: WorkOf): readonly { link: Link; commit: CommitFacts }[] {
  return links.flatMap((link) => {
    const commit = link.kind === 'commit' ? context.board.commits.find(({ sha }) => sha === link.ref) : undefined;
    return commit ? [{ link, commit }] : [];
  });
}

/** The time of the last reopening or revert. Earlier work does not count. */
function validSince({ issue, context, links, commitRevertedAt }: WorkOf, pulls: readonly LinkedPull[]): string {
  const reverts = [
    ...pulls.flatMap(({ pull }) => context.revertedAt(pull) ?? []),
    ...links.flatMap(({ kind, ref }) => (kind === 'commit' ? (commitRevertedAt(ref) ?? []) : [])),
  ];
  return [...issue.reopenings, ...reverts].sort().at(-1) ?? '';
}

function piecesOfPull(link: Link, pull: PullFacts, { issue, context }: WorkOf): readonly Piece[] {
  const about = { ref: pull.ref, by: pull.author.login };
  const at = dateOf(pull);
  const isClosingOrNamed = link.strength === 'closing' || link.byBranch;
  if (pull.state === 'closed')
    return [piece('ended', pull.closedAt ?? at, { what: 'was closed without a merge', ...about })];
  if (pull.state === 'open') {
    if (isClosingOrNamed && !pull.draft) return [];
    return [piece('dated', at, { what: pull.draft ? 'is a draft' : 'names it', ...about })];
  }
  const reverted = context.revertedAt(pull);
  if (reverted !== null) return [piece('ended', reverted, { what: 'was merged and reverted', ...about })];
  const merged = stands(pull, issue, context);
  if (isClosingOrNamed) return [piece('dated', at, { what: `was merged into ${pull.base}`, ...about })];
  return merged.is === 'no'
    ? [piece('ended', at, { what: 'was merged', ...about })]
    : [piece('dated', at, { what: 'part landed', ...about })];
}

function piecesOfCommit({ strength }: Link, commit: CommitFacts, { commitRevertedAt }: WorkOf): readonly Piece[] {
  const about = { ref: commit.sha, by: commit.by.login };
  const reverted = commitRevertedAt(commit.sha);
  if (reverted !== null) return [piece('ended', reverted, { what: 'landed and was reverted', ...about })];
  return [piece('dated', commit.at, { what: strength === 'closing' ? 'landed' : 'part landed', ...about })];
}

/** Commits on linked branches. If a pull request of the branch has ended, only later commits count. */
function piecesOfBranches({ links, context }: WorkOf, pulls: readonly LinkedPull[]): readonly Piece[] {
  return links.flatMap(({ kind, ref, issue }) => {
    const branch =
      kind === 'branch'
        ? context.board.branches.find((each) => each.name === ref && each.repo === repoOf(issue))
        : undefined;
    if (!branch || branch.ahead === 'unread') return [];
    const ends = pulls
      .filter(({ pull }) => pull.head.branch === ref && pull.head.repo === branch.repo && pull.state !== 'open')
      .map(({ pull }) => pull.merge?.at ?? pull.closedAt ?? '');
    const last = branch.ahead.filter(({ at }) => ends.every((end) => at > end)).at(-1);
    if (!last) return [];
    const outcome = isAbandoned(issue, last.at, { name: ref, context }) ? 'ended' : 'dated';
    return [piece(outcome, last.at, { what: `commits on ${ref}`, ref: last.sha, by: last.by.login })];
  });
}

/**
 * Whether a branch by crew is no work in progress: a run of crew on the issue ended without success, no later run is unfinished, and
 * the last commit is at most an hour newer than the end of that run.
 */
function isAbandoned(issue: string, last: string, { name, context }: { name: string; context: MergeContext }): boolean {
  const runs = context.board.runs.filter((run) => run.issue === issue && WORKING.includes(run.workflow));
  const isGoing = runs.some(({ status }) => UNFINISHED.includes(status));
  return (
    name.startsWith('crew/') &&
    !isGoing &&
    runs.some(({ status, endedAt = '' }) => status !== 'succeeded' && Date.parse(last) <= Date.parse(endedAt) + HOUR)
  );
}

function pieceOfLog({ agent, path, lastAt, ended }: LogFacts, now: string): Piece {
  const about = { ref: path, by: agent };
  if (!ended) {
    const isSilent = lastAt < before(now, 1);
    return piece(isSilent ? 'ended' : 'lasting', lastAt, { what: isSilent ? 'fell silent' : 'is at work', ...about });
  }
  if (!ended.succeeded) return piece('ended', ended.at, { what: 'ended without success', ...about });
  return piece(ended.at >= before(now, 7) ? 'lasting' : 'ended', ended.at, { what: 'ended well', ...about });
}

/** The workflows whose runs count as work on an issue. `review` and `facilitate` do not. */
export const WORKING = ['fix', 'build', 'write', 'task'];
export const UNFINISHED = ['running', 'awaiting', 'queued'];

function piecesOfRun({ run, workflow, status, startedAt, endedAt }: RunFacts): readonly Piece[] {
  if (!WORKING.includes(workflow)) return [];
  if (UNFINISHED.includes(status)) return [piece('lasting', startedAt, { what: `the run is ${status}`, ref: run })];
  if (status === 'succeeded') return [];
  return [piece('ended', endedAt ?? startedAt, { what: `the run ended ${status}`, ref: run })];
}

/** The time of the latest work: an own commit, an event of a linked pull request, a line of a work log, or a run; null if there is none. */
function lastOf({ issue, links, context }: WorkOf, pulls: readonly LinkedPull[]): string | null {
  const { board } = context;
  const times = [
    ...pulls.flatMap(({ pull }) => [
      pull.createdAt,
      dateOf(pull),
      pull.closedAt ?? '',
      pull.merge?.at ?? '',
      ...reviewTimes(pull),
    ]),
    ...links.flatMap(({ kind, ref }) => lastOfLink(kind, ref, board)),
    ...board.logs
      .filter((log) => log.issue === issue.ref)
      .flatMap(({ startedAt, lastAt, ended }) => [startedAt, lastAt, ended?.at ?? '']),
    ...board.runs
      .filter(
        ({ issue: on, workflow, status }) => on === issue.ref && WORKING.includes(workflow) && !isUnsuccessful(status),
      )
      .map(({ startedAt, endedAt }) => endedAt ?? startedAt),
  ];
  return times.filter(Boolean).sort().at(-1) ?? null;
}

/** Whether a run ended without success. The issue is then judged as if the run had not happened. */
const isUnsuccessful = (status: string): boolean => status !== 'succeeded' && !UNFINISHED.includes(status);

const reviewTimes = ({ reviews }: PullFacts): readonly string[] =>
  reviews === 'unread' ? [] : reviews.map(({ at }) => at);

function lastOfLink(kind: Link['kind'], ref: string, { commits, branches }: MergeContext['board']): readonly string[] {
  if (kind === 'commit') return commits.filter(({ sha }) => sha === ref).map(({ at }) => at);
  if (kind !== 'branch') return [];
  return branches
    .filter(({ name }) => name === ref)
    .flatMap(({ ahead }) => (ahead === 'unread' ? [] : ahead.map(({ at }) => at)));
}

function missingOf({ issue, links, context }: WorkOf, pulls: readonly LinkedPull[]): readonly string[] {
  const branches = context.board.branches.filter(
    ({ name, ahead }) => ahead === 'unread' && links.some(({ ref }) => ref === name),
  );
  return [
    ...(issue.branches === 'unread' ? [`issue ${issue.ref} branches`] : []),
    ...branches.map(({ name }) => `branch ${name} ahead`),
    ...missingAround(issue.ref, context.board, ['pulls', 'commits', 'branches', 'runs']),
    ...pulls.flatMap(({ pull }) => missingIn(stands(pull, issue, context))),
  ];
}

const missingIn = (answer: Answer): readonly string[] => (answer.is === 'unread' ? answer.missing : []);

function closingCommitOf(of: WorkOf): Answer {
  const reopened = of.issue.reopenings.at(-1) ?? '';
  const closing = linkedCommits(of)
    .filter(({ link }) => link.strength === 'closing')
    .map(({ commit }) =>
      all([
        whether(of.commitRevertedAt(commit.sha) === null),
        whether(commit.at > reopened),
        yes({ what: 'closes it', ref: commit.sha, by: commit.by.login, at: commit.at }),
      ]),
    );
  const missing = missingAround(of.issue.ref, of.context.board, ['commits']);
  return any([...closing, ...(missing.length > 0 ? [unread(...missing)] : [])]);
}
