// The events of a board for the report, sorted by time: what happened to issues, pull requests, commits, branches and runs.
import type {
  BoardSnapshot,
  BranchFacts,
  CommitFacts,
  IssueFacts,
  LogFacts,
  PullFacts,
  Ref,
  RunFacts,
} from '../../../ports/board-snapshot.js';
import type { BoardEvent } from '../../../ports/report.js';
import { type BoardFacts, numberIn } from './board-facts.js';
import type { Verdict } from './judge.js';
import { type Link, repoOf } from './links.js';
import { type Identity, isOwnAct, isOwnComment } from './people.js';

/** The order of events with the same time. */
const EVENT_TYPES = [
  'issue_created',
  'issue_closed',
  'issue_reopened',
  'labeled',
  'unlabeled',
  'assigned',
  'commented',
  'commit_pushed',
  'branch_linked',
  'pr_opened',
  'pr_ready',
  'pr_reviewed',
  'pr_merged',
  'pr_closed',
  'checks_finished',
  'blocked_added',
  'blocked_removed',
  'agent_started',
  'agent_ended',
  'status_moved',
] as const;

type EventType = (typeof EVENT_TYPES)[number];

/** An event before its issue is named as in the report. */
interface RawEvent {
  readonly time: string;
  readonly type: EventType;
  readonly issue: Ref;
  readonly by?: string | undefined;
  /** The pull request, branch, blocker, log or run. */
  readonly ref?: string | undefined;
  /** The label, assignee, review state, column, reason or result. */
  readonly what?: string | undefined;
  readonly agent?: string | undefined;
  readonly sha?: string | undefined;
  /** It does not count as activity: crew caused it, or it is later than the last activity of its issue. */
  readonly own?: true | undefined;
}

/** All events of a board. */
export function eventsOf(boardFacts: BoardFacts): readonly BoardEvent[] {
  const { board, judged, verdicts, identity } = boardFacts;
  const boardIssues = new Set(board.issues.map(({ ref }) => ref));
  const work = workIndexOf(board, identity);
  const events = [
    ...board.issues.flatMap((issue) => eventsOfIssue(issue, identity)),
    ...verdicts.flatMap(eventsOfDescription),
    ...[...judged.links.values()].flat().flatMap((link) => eventsOfLink(link, work)),
    ...board.logs.filter(({ issue }) => boardIssues.has(issue)).flatMap(eventsOfLog),
    ...board.runs.filter(({ issue }) => boardIssues.has(issue)).flatMap(eventsOfRun),
  ];
  // A commit may be linked by its pull request and by its branch. It is listed once.
  const unique = new Map(events.map((event) => [keyOf(event), event]));
  return [...unique]
    .sort(([a], [b]) => compare(a, b))
    .map(([, event]) => ({
      ...event,
      ...(isAfterActivity(event, boardFacts) ? NO_ACTIVITY : {}),
      issue: issueNumberIn(board.repo, event.issue),
    }));
}

/**
 * Whether an event is later than the last activity of its issue, so that it is none: for example the end of a run that changed nothing.
 * Without this, the time of the last event would contradict the freshness.
 */
const isAfterActivity = ({ issue, time }: RawEvent, { activity }: BoardFacts): boolean =>
  activity(issue) !== '' && Date.parse(time) > Date.parse(activity(issue));

const issueNumberIn = (repo: string, ref: Ref): number | Ref => (repoOf(ref) === repo ? numberIn(ref) : ref);

interface WorkIndex {
  readonly pulls: ReadonlyMap<Ref, PullFacts>;
  readonly commits: ReadonlyMap<string, CommitFacts>;
  /** By repository and name. */
  readonly branches: ReadonlyMap<string, BranchFacts>;
  readonly identity: Identity;
}

const workIndexOf = ({ pulls, commits, branches }: BoardSnapshot, identity: Identity): WorkIndex => ({
  pulls: new Map(pulls.map((pull) => [pull.ref, pull])),
  commits: new Map(commits.map((commit) => [commit.sha, commit])),
  branches: new Map(branches.map((branch) => [`${branch.repo} ${branch.name}`, branch])),
  identity,
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A sort key: time, then type, then content, so that every scan of the same board gives the same order. `\0` is in no value. */
const keyOf = ({ time, type, issue, by = '', ref = '', what = '', agent = '', sha = '' }: RawEvent): string =>
  [time, String(EVENT_TYPES.indexOf(type)).padStart(2, '0'), issue.padStart(80), ref, sha, by, agent, what].join(
    '\u0000',
  );

/** The blockers in the description, each at the time from which it counts. */
const eventsOfDescription = ({ issue, blockers }: Verdict): readonly RawEvent[] =>
  blockers
    .filter(({ source }) => source === 'text')
    .map(({ ref, external, since }) => ({ issue, time: since, type: 'blocked_added', ref, what: external }));

function eventsOfIssue(issue: IssueFacts, identity: Identity): readonly RawEvent[] {
  const { author, createdAt, closed, reopenings, labels, events, comments, blockedBy, status } = issue;
  const about = { issue: issue.ref };
  const facts: readonly RawEvent[] = [
    { ...about, time: createdAt, type: 'issue_created', by: author.login },
    ...(closed ? [{ ...about, time: closed.at, type: 'issue_closed' as const, what: closed.reason }] : []),
    ...reopenings.map((time) => ({ ...about, time, type: 'issue_reopened' as const })),
    ...comments.map((each) => ({
      ...about,
      time: each.at,
      type: 'commented' as const,
      by: each.by.login,
      ...(isOwnComment(each, identity) ? NO_ACTIVITY : {}),
    })),
    ...labels.flatMap(({ name, by, at }) =>
      at === undefined
        ? []
        : [
            {
              ...about,
              time: at,
              type: 'labeled' as const,
              by: by?.login,
              what: name,
              ...(by && isOwnAct({ type: 'labeled', at, by, what: name }, identity) ? NO_ACTIVITY : {}),
            },
          ],
    ),
    ...issue.assignees.flatMap(({ login, at }) =>
      at === undefined ? [] : [{ ...about, time: at, type: 'assigned' as const, what: login }],
    ),
    ...(blockedBy === 'unread' ? [] : blockedBy).map(({ ref, since }) => ({
      ...about,
      time: since,
      type: 'blocked_added' as const,
      ref,
    })),
    ...(status?.at === undefined
      ? []
      : [{ ...about, time: status.at, type: 'status_moved' as const, by: status.by?.login, what: status.name }]),
  ];
  // A label or assignee that is still set is listed once, with the data of the issue instead of the timeline's.
  const listed = new Set(facts.map(({ type, time }) => `${type} ${time}`));
  const others = events.filter(({ type, at }) => !listed.has(`${type} ${at}`));
  return [
    ...facts,
    ...others.flatMap((act) =>
      isEventType(act.type)
        ? [
            {
              ...about,
              time: act.at,
              type: act.type,
              by: act.by.login,
              ...(act.what === undefined ? {} : { what: act.what }),
              ...(isOwnAct(act, identity) ? NO_ACTIVITY : {}),
            },
          ]
        : [],
    ),
  ];
}

const NO_ACTIVITY = { own: true } as const;

const isEventType = (type: string): type is EventType => EVENT_TYPES.some((each) => each === type);

function eventsOfLink(
  { issue, kind, ref }: Link,
  { pulls, commits, branches, identity }: WorkIndex,
): readonly RawEvent[] {
  if (kind === 'pull') {
    const pull = pulls.get(ref);
    return pull ? eventsOfPull(pull, issue, identity) : [];
  }
  if (kind === 'commit') {
    const commit = commits.get(ref);
    return commit ? [commitPushed(issue, commit)] : [];
  }
  const ahead = branches.get(`${repoOf(issue)} ${ref}`)?.ahead ?? [];
  const [first] = ahead === 'unread' ? [] : ahead;
  if (ahead === 'unread' || !first) return [];
  return [
    { issue, time: first.at, type: 'branch_linked', by: first.by.login, ref },
    ...ahead.map((commit) => commitPushed(issue, commit)),
  ];
}

const commitPushed = (issue: Ref, { sha, at, by }: { sha: string; at: string; by: { login: string } }): RawEvent => ({
  issue,
  time: at,
  type: 'commit_pushed',
  by: by.login,
  sha,
});

function eventsOfPull(pull: PullFacts, issue: Ref, identity: Identity): readonly RawEvent[] {
  const about = { issue, ref: pull.ref };
  const { commits, reviews, merge, state, closedAt } = pull;
  return [
    { ...about, time: pull.createdAt, type: 'pr_opened', by: pull.author.login },
    ...(commits === 'unread' ? [] : commits.filter(({ own }) => own)).map((commit) => commitPushed(issue, commit)),
    ...(reviews === 'unread' ? [] : reviews).map(({ at, by, state: what }) => ({
      ...about,
      time: at,
      type: 'pr_reviewed' as const,
      by: by.login,
      what: what.toLowerCase(),
      // GitHub creates a review for each reply in a review thread, so these are mostly crew's replies.
      ...(isOwnAct({ type: 'pr_reviewed', at, by, what }, identity) ? NO_ACTIVITY : {}),
    })),
    ...(pull.readyAt === undefined ? [] : [{ ...about, time: pull.readyAt, type: 'pr_ready' as const }]),
    ...checksFinished(pull, about),
    ...(merge ? [{ ...about, time: merge.at, type: 'pr_merged' as const, by: merge.by?.login }] : []),
    ...(state === 'closed' && closedAt !== undefined ? [{ ...about, time: closedAt, type: 'pr_closed' as const }] : []),
  ];
}

/** The event that the last check ended, with whether any check failed. None while a check is running. */
function checksFinished({ checks }: PullFacts, about: Pick<RawEvent, 'issue' | 'ref'>): readonly RawEvent[] {
  if (checks === 'unread') return [];
  const endTimes = checks.flatMap(({ at }) => at ?? []);
  const last = [...endTimes].sort().at(-1);
  if (last === undefined || endTimes.length < checks.length) return [];
  const failed = checks.some(({ state }) => !['success', 'neutral', 'skipped'].includes(state));
  return [{ ...about, time: last, type: 'checks_finished', what: failed ? 'failure' : 'success' }];
}

function eventsOfLog({ agent, issue, path, startedAt, ended }: LogFacts): readonly RawEvent[] {
  const about = { issue, agent, ref: path };
  return [
    { ...about, time: startedAt, type: 'agent_started' },
    ...(ended
      ? [{ ...about, time: ended.at, type: 'agent_ended' as const, what: ended.succeeded ? 'well' : 'without success' }]
      : []),
  ];
}

function eventsOfRun({ run, workflow, issue, status, startedAt, endedAt }: RunFacts): readonly RawEvent[] {
  const about = { issue, agent: workflow, ref: run };
  return [
    { ...about, time: startedAt, type: 'agent_started' },
    ...(endedAt === undefined ? [] : [{ ...about, time: endedAt, type: 'agent_ended' as const, what: status }]),
  ];
}
