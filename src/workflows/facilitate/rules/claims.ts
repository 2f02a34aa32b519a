// Finds out whether a person or an agent works on an issue already. crew suggests no agent for such an issue (candidates.ts), and
// `fix` refuses to work on it (fix/rules/workable.ts).
import type { PullFacts } from '../../../ports/board-snapshot.js';
import type { BoardFacts } from './board-facts.js';
import type { Verdict } from './judge.js';
import { repoOf } from './links.js';
import { isOwnAct, isOwnComment, mayPush } from './people.js';
import { UNFINISHED_STATUSES, WORK_WORKFLOWS } from './work.js';

/** Who works on an issue, and with what. */
export type Claim =
  | { readonly by: 'pull'; readonly ref: string }
  | { readonly by: 'run'; readonly run: string }
  | { readonly by: 'agent'; readonly agent: string }
  | { readonly by: 'person'; readonly login: string };

const DAY = 24 * 60 * 60 * 1000;

/** The person or agent who works on an issue; null if there is none. */
export function claimOf(verdict: Verdict, boardFacts: BoardFacts): Claim | null {
  return (
    byPull(verdict, boardFacts) ??
    byRun(verdict, boardFacts) ??
    byAgent(verdict, boardFacts) ??
    byPerson(verdict, boardFacts)
  );
}

const linkedPulls = ({ case: { links, pulls } }: Verdict): readonly PullFacts[] =>
  links.flatMap(({ kind, ref }) => (kind === 'pull' ? (pulls.get(ref) ?? []) : []));

/**
 * An open pull request whose author has write access. Pull requests of other authors claim nothing; otherwise any account could stop
 * the work on an issue.
 */
function byPull(verdict: Verdict, { board }: BoardFacts): Claim | null {
  const open = linkedPulls(verdict).find(
    ({ state, author, ref }) => state === 'open' && mayPush(board, author.login, repoOf(ref)),
  );
  return open ? { by: 'pull', ref: open.ref } : null;
}

function byRun({ issue }: Verdict, { board }: BoardFacts): Claim | null {
  const unfinished = board.runs.find(
    (run) => run.issue === issue && WORK_WORKFLOWS.includes(run.workflow) && UNFINISHED_STATUSES.includes(run.status),
  );
  return unfinished ? { by: 'run', run: unfinished.run } : null;
}

/** A work log that has not ended. As in the table, a log without an entry for a day has ended. */
function byAgent({ issue, case: { now } }: Verdict, { board }: BoardFacts): Claim | null {
  const activeLog = board.logs.find((log) => log.issue === issue && !log.ended && isWithin(log.lastAt, now, 1));
  return activeLog ? { by: 'agent', agent: activeLog.agent } : null;
}

const isWithin = (at: string, now: string, days: number): boolean => Date.parse(now) - Date.parse(at) <= days * DAY;

/**
 * An assignee who was assigned or active within the last week, or a person with write access who committed within the last week. An
 * assignment without a known time counts as recent.
 */
function byPerson(verdict: Verdict, { board, identity }: BoardFacts): Claim | null {
  const { issue, now } = verdict.case;
  const activity = [
    ...issue.comments.filter((each) => !isOwnComment(each, identity)).map(({ by, at }) => ({ login: by.login, at })),
    ...issue.events.filter((each) => !isOwnAct(each, identity)).map(({ by, at }) => ({ login: by.login, at })),
  ];
  const assigned = issue.assignees.find(
    ({ login, at }) =>
      !login.endsWith('[bot]') &&
      (at === undefined ||
        isWithin(at, now, 7) ||
        activity.some((each) => each.login === login && isWithin(each.at, now, 7))),
  );
  if (assigned) return { by: 'person', login: assigned.login };
  const worker = unmergedCommitsOf(verdict, board).find(
    ({ by, at }) => by.bot !== true && mayPush(board, by.login, repoOf(issue.ref)) && isWithin(at, now, 7),
  );
  return worker ? { by: 'person', login: worker.by.login } : null;
}

/** Commits on linked branches that are not merged. */
function unmergedCommitsOf({ case: { links, issue } }: Verdict, { branches }: BoardFacts['board']) {
  const names = new Set(links.flatMap(({ kind, ref }) => (kind === 'branch' ? [ref] : [])));
  return branches
    .filter(({ name, repo }) => names.has(name) && repo === repoOf(issue.ref))
    .flatMap(({ ahead }) => (ahead === 'unread' ? [] : ahead));
}
