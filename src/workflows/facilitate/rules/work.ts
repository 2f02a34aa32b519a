// Collects the work on an issue: work in progress, work that ended without a result, and the time of the latest work. judge.ts needs it
// for the table; claims.ts and digest.ts use its list of crew's workflows that count as work.
import type { CommitFacts, IssueFacts, LogFacts, PullFacts, RunFacts } from '../../../ports/board-snapshot.js';
import { type Answer, all, any, type EvidenceItem, unread, whether, yes } from './answer.js';
import { unreadListsFor, type Work } from './facts.js';
import { type Link, repoOf } from './links.js';
import { countsAsMerged, type MergeContext } from './pull-request.js';

export interface WorkInput {
  readonly issue: IssueFacts;
  readonly links: readonly Link[];
  readonly context: MergeContext;
  /** The time of the scan. */
  readonly now: string;
  /** The time of the revert of a commit; null if it was not reverted, or was reapplied. */
  readonly commitRevertedAt: (sha: string) => string | null;
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** A date counts as work in progress for so many days. */
const DATED_DAYS = 30;
/** A work log without an entry for so many days has fallen silent. */
const SILENT_DAYS = 1;
/** A work log that ended well counts for so many days: its pull request may still come. */
const ENDED_WELL_DAYS = 7;

const daysBefore = (now: string, days: number): string => new Date(Date.parse(now) - days * DAY).toISOString();

/** A piece of work. `dated` counts for `DATED_DAYS`, `lasting` counts until it ends, and `ended` gave no result. */
interface Piece {
  readonly evidence: EvidenceItem;
  readonly at: string;
  readonly kind: 'dated' | 'lasting' | 'ended';
}

const piece = (kind: Piece['kind'], at: string, evidence: Omit<EvidenceItem, 'at'>): Piece => ({
  kind,
  at,
  evidence: { ...evidence, at },
});

/** The time of the latest own commit of a pull request; without one, the time when it was opened. */
function lastCommitAt({ commits, createdAt }: PullFacts): string {
  const ownCommits = commits === 'unread' ? [] : commits.filter((commit) => commit.own);
  return (
    ownCommits
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? createdAt
  );
}

/** All work on an issue: of its linked pull requests, commits and branches, of agents' work logs, and of crew's runs. */
export function workOf(input: WorkInput): Work {
  const pulls = linkedPulls(input);
  const pieces = [
    ...pulls.flatMap(({ link, pull }) => piecesOfPull(link, pull, input)),
    ...linkedCommits(input).flatMap(({ link, commit }) => piecesOfCommit(link, commit, input)),
    ...piecesOfBranches(input, pulls),
    ...input.context.board.logs
      .filter(({ issue }) => issue === input.issue.ref)
      .map((log) => pieceOfLog(log, input.now)),
    ...input.context.board.runs.filter(({ issue }) => issue === input.issue.ref).flatMap(piecesOfRun),
    ...input.issue.reopenings.map((at) => piece('ended', at, { what: 'was opened again', ref: input.issue.ref })),
  ];
  const resetAt = lastResetAt(input, pulls);
  const recentSince = daysBefore(input.now, DATED_DAYS);
  const isOngoing = ({ kind, at }: Piece) =>
    kind === 'lasting' || (kind === 'dated' && at > resetAt && at >= recentSince);
  return {
    lastAt: lastWorkAt(input, pulls),
    ongoing: pieces.filter(isOngoing).map(({ evidence }) => evidence),
    interrupted: pieces.filter((each) => !isOngoing(each)).map(({ evidence }) => evidence),
    missing: missingOf(input, pulls),
    closingCommit: closingCommitOf(input),
  };
}

interface LinkedPull {
  readonly link: Link;
  readonly pull: PullFacts;
}

function linkedPulls({ links, context }: WorkInput): readonly LinkedPull[] {
  return links.flatMap((link) => {
    const pull = link.kind === 'pull' ? context.board.pulls.find(({ ref }) => ref === link.ref) : undefined;
    return pull ? [{ link, pull }] : [];
  });
}

function linkedCommits({ links, context }: WorkInput): readonly { link: Link; commit: CommitFacts }[] {
  return links.flatMap((link) => {
    const commit = link.kind === 'commit' ? context.board.commits.find(({ sha }) => sha === link.ref) : undefined;
    return commit ? [{ link, commit }] : [];
  });
}

/** The time of the last reopening or revert; empty if there was none. Earlier work does not count as work in progress. */
function lastResetAt({ issue, context, links, commitRevertedAt }: WorkInput, pulls: readonly LinkedPull[]): string {
  const reverts = [
    ...pulls.flatMap(({ pull }) => context.revertedAt(pull) ?? []),
    ...links.flatMap(({ kind, ref }) => (kind === 'commit' ? (commitRevertedAt(ref) ?? []) : [])),
  ];
  return [...issue.reopenings, ...reverts].sort().at(-1) ?? '';
}

/** The work of a pull request. None for one that is ready: the rows of the table for ready pull requests decide about it. */
function piecesOfPull(link: Link, pull: PullFacts, { issue, context }: WorkInput): readonly Piece[] {
  const about = { ref: pull.ref, by: pull.author.login };
  const at = lastCommitAt(pull);
  const isClosingOrNamed = link.strength === 'closing' || link.byBranch;
  if (pull.state === 'closed')
    return [piece('ended', pull.closedAt ?? at, { what: 'was closed without a merge', ...about })];
  if (pull.state === 'open') {
    if (isClosingOrNamed && !pull.draft) return [];
    return [piece('dated', at, { what: pull.draft ? 'is a draft' : 'names it', ...about })];
  }
  const reverted = context.revertedAt(pull);
  if (reverted !== null) return [piece('ended', reverted, { what: 'was merged and reverted', ...about })];
  const merged = countsAsMerged(pull, issue, context);
  if (isClosingOrNamed) {
    // The piece counts from the last commit, and its evidence names the time of the merge.
    const mergedAt = pull.merge?.at ?? at;
    return [{ kind: 'dated', at, evidence: { what: `was merged into ${pull.base}`, ...about, at: mergedAt } }];
  }
  return merged.is === 'no'
    ? [piece('ended', at, { what: 'was merged', ...about })]
    : [piece('dated', at, { what: 'part landed', ...about })];
}

function piecesOfCommit({ strength }: Link, commit: CommitFacts, { commitRevertedAt }: WorkInput): readonly Piece[] {
  const about = { ref: commit.sha, by: commit.by.login };
  const reverted = commitRevertedAt(commit.sha);
  if (reverted !== null) return [piece('ended', reverted, { what: 'landed and was reverted', ...about })];
  return [piece('dated', commit.at, { what: strength === 'closing' ? 'landed' : 'part landed', ...about })];
}

/** Commits on linked branches. If a pull request of the branch has ended, only later commits count. */
function piecesOfBranches({ links, context }: WorkInput, pulls: readonly LinkedPull[]): readonly Piece[] {
  return links.flatMap(({ kind, ref, issue }) => {
    const branch =
      kind === 'branch'
        ? context.board.branches.find((each) => each.name === ref && each.repo === repoOf(issue))
        : undefined;
    if (!branch || branch.ahead === 'unread') return [];
    const pullEnds = pulls
      .filter(({ pull }) => pull.head.branch === ref && pull.head.repo === branch.repo && pull.state !== 'open')
      .map(({ pull }) => pull.merge?.at ?? pull.closedAt ?? '');
    const last = branch.ahead.filter(({ at }) => pullEnds.every((end) => at > end)).at(-1);
    if (!last) return [];
    const pieceKind = isAbandoned(issue, last.at, { name: ref, context }) ? 'ended' : 'dated';
    return [piece(pieceKind, last.at, { what: `commits on ${ref}`, ref: last.sha, by: last.by.login })];
  });
}

/**
 * Whether a branch by crew is no work in progress: a run of crew on the issue ended without success, no later run is unfinished, and
 * the last commit is at most an hour newer than the end of that run.
 */
function isAbandoned(issue: string, last: string, { name, context }: { name: string; context: MergeContext }): boolean {
  const runs = context.board.runs.filter((run) => run.issue === issue && WORK_WORKFLOWS.includes(run.workflow));
  const hasUnfinishedRun = runs.some(({ status }) => UNFINISHED_STATUSES.includes(status));
  return (
    name.startsWith('crew/') &&
    !hasUnfinishedRun &&
    runs.some(({ status, endedAt = '' }) => status !== 'succeeded' && Date.parse(last) <= Date.parse(endedAt) + HOUR)
  );
}

function pieceOfLog({ agent, path, lastAt, ended }: LogFacts, now: string): Piece {
  const about = { ref: path, by: agent };
  if (!ended) {
    const isSilent = lastAt < daysBefore(now, SILENT_DAYS);
    return piece(isSilent ? 'ended' : 'lasting', lastAt, { what: isSilent ? 'fell silent' : 'is at work', ...about });
  }
  if (!ended.succeeded) return piece('ended', ended.at, { what: 'ended without success', ...about });
  const isRecent = ended.at >= daysBefore(now, ENDED_WELL_DAYS);
  return piece(isRecent ? 'lasting' : 'ended', ended.at, { what: 'ended well', ...about });
}

/** The workflows whose runs count as work on an issue. `review` and `facilitate` do not. */
export const WORK_WORKFLOWS = ['fix', 'build', 'write', 'task'];
export const UNFINISHED_STATUSES = ['running', 'awaiting', 'awaiting_approval', 'queued'];

function piecesOfRun({ run, workflow, status, startedAt, endedAt }: RunFacts): readonly Piece[] {
  if (!WORK_WORKFLOWS.includes(workflow)) return [];
  if (UNFINISHED_STATUSES.includes(status))
    return [piece('lasting', startedAt, { what: `the run is ${status}`, ref: run })];
  if (status === 'succeeded') return [];
  return [piece('ended', endedAt ?? startedAt, { what: `the run ended ${status}`, ref: run })];
}

/** The time of the latest work: an own commit, an event of a linked pull request, a line of a work log, or a run; null if there is none. */
function lastWorkAt({ issue, links, context }: WorkInput, pulls: readonly LinkedPull[]): string | null {
  const { board } = context;
  const times = [
    ...pulls.flatMap(({ pull }) => [
      pull.createdAt,
      lastCommitAt(pull),
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
        ({ issue: on, workflow, status }) =>
          on === issue.ref && WORK_WORKFLOWS.includes(workflow) && !isUnsuccessful(status),
      )
      .map(({ startedAt, endedAt }) => endedAt ?? startedAt),
  ];
  return times.filter(Boolean).sort().at(-1) ?? null;
}

/** Whether a run ended without success. The issue is then judged as if the run had not happened. */
const isUnsuccessful = (status: string): boolean => status !== 'succeeded' && !UNFINISHED_STATUSES.includes(status);

const reviewTimes = ({ reviews }: PullFacts): readonly string[] =>
  reviews === 'unread' ? [] : reviews.map(({ at }) => at);

function lastOfLink(kind: Link['kind'], ref: string, { commits, branches }: MergeContext['board']): readonly string[] {
  if (kind === 'commit') return commits.filter(({ sha }) => sha === ref).map(({ at }) => at);
  if (kind !== 'branch') return [];
  return branches
    .filter(({ name }) => name === ref)
    .flatMap(({ ahead }) => (ahead === 'unread' ? [] : ahead.map(({ at }) => at)));
}

/** The data about the work that could not be read. */
function missingOf({ issue, links, context }: WorkInput, pulls: readonly LinkedPull[]): readonly string[] {
  const branches = context.board.branches.filter(
    ({ name, ahead }) => ahead === 'unread' && links.some(({ ref }) => ref === name),
  );
  return [
    ...(issue.branches === 'unread' ? [`issue ${issue.ref} branches`] : []),
    ...branches.map(({ name }) => `branch ${name} ahead`),
    ...unreadListsFor(issue.ref, context.board, ['pulls', 'commits', 'branches', 'runs']),
    ...pulls.flatMap(({ pull }) => missingIn(countsAsMerged(pull, issue, context))),
  ];
}

const missingIn = (answer: Answer): readonly string[] => (answer.is === 'unread' ? answer.missing : []);

/** Whether a linked commit closes the issue: it is not reverted, and newer than the last reopening. */
function closingCommitOf(input: WorkInput): Answer {
  const reopened = input.issue.reopenings.at(-1) ?? '';
  const closing = linkedCommits(input)
    .filter(({ link }) => link.strength === 'closing')
    .map(({ commit }) =>
      all([
        whether(input.commitRevertedAt(commit.sha) === null),
        whether(commit.at > reopened),
        yes({ what: 'closes it', ref: commit.sha, by: commit.by.login, at: commit.at }),
      ]),
    );
  const missing = unreadListsFor(input.issue.ref, input.context.board, ['commits']);
  return any([...closing, ...(missing.length > 0 ? [unread(...missing)] : [])]);
}
