// Decides who must act next on each open issue, for what and since when: for build-report.ts, comments.ts, issue-record.ts, labels.ts and
// recommend.ts.
import type { PullFacts, Ref } from '../../../ports/board-snapshot.js';
import type { PendingAction } from '../../../ports/report.js';
import { type BoardFacts, isDashboard, withWriteAccess } from './board-facts.js';
import { openBlockers, readyPullsOf } from './facts.js';
import type { Verdict } from './judge.js';
import { isDescribed, openQuestionOf, startOf } from './start.js';
import type { Reason } from './statements.js';

/** Who must act next on an issue. */
export interface Turn extends Omit<PendingAction, 'issue'> {
  readonly ref: Ref;
  /** The reason in the words of a recommendation. */
  readonly why: Extract<Reason, { is: 'waits' }>['people'][number]['why'];
}

/** One turn for each issue that is open, or should be closed or merged, and is no dashboard. */
export const turnsOf = (boardFacts: BoardFacts): readonly Turn[] =>
  boardFacts.verdicts
    .filter((each) => (each.state !== 'done' || each.due !== undefined) && !isDashboard(each, boardFacts))
    .map((verdict) => turnOf(verdict, boardFacts));

function turnOf(verdict: Verdict, boardFacts: BoardFacts): Turn {
  const { state, due, issue, case: issueCase } = verdict;
  const since = boardFacts.previous?.issues[issue]?.since ?? issueCase.issue.createdAt;
  const latest = (times: readonly (string | undefined)[]) =>
    times
      .flatMap((each) => each ?? [])
      .sort()
      .at(-1) ?? since;
  const latestEvidence = latest(verdict.evidence.map((item) => item.at));
  const question = openQuestionOf(verdict, boardFacts);
  const assigned = issueCase.issue.assignees.map(({ login }) => login);
  const base = { ref: issue, why: 'work' } as const;
  if (due) return { ...base, who: whoMustAct(verdict, boardFacts), for: due, since: latestEvidence };
  if (state === 'review_pending') {
    const pulls = readyPullsOf(issueCase);
    return {
      ...base,
      who: unique(pulls.flatMap(openReviewRequests)),
      for: 'review',
      since: latest(pulls.map(readyAt)),
    };
  }
  if (state === 'blocked') return blockedTurn(verdict, boardFacts, since);
  if (question) return { ...base, who: [question.asked], for: 'answer', why: 'answer', since: question.since };
  if (state === 'incomplete' && startOf(verdict, boardFacts).is === 'nothing-to-change')
    return { ...base, who: whoSaysWhatIsMissing(verdict, boardFacts), for: 'answer', why: 'say-or-close', since };
  if (state === 'unknown' || (state === 'incomplete' && assigned.length === 0 && !isDescribed(verdict)))
    return {
      ...base,
      who: whoToNotify(verdict),
      for: 'answer',
      why: state === 'unknown' ? 'answer' : 'describe',
      since,
    };
  const workers = unique([...assigned, ...verdict.evidence.flatMap(({ by }) => by ?? [])]);
  return { ...base, who: workers, for: 'work', since: state === 'in_progress' ? latestEvidence : since };
}

/** The turn of a blocked issue: the people of its root blockers must act. In a cycle, or without a known root, its own people. */
function blockedTurn(verdict: Verdict, boardFacts: BoardFacts, since: string): Turn {
  const { issue, case: issueCase } = verdict;
  const roots = boardFacts.roots(issue).flatMap((ref) => boardFacts.judged.verdicts.get(ref) ?? []);
  const inCycle = boardFacts.cycles.some((cycle) => cycle.includes(issue));
  const who = unique(roots.length > 0 && !inCycle ? roots.flatMap(whoToNotify) : whoToNotify(verdict));
  const blockedSince = openBlockers(issueCase).map((each) => each.since);
  const isExternal = openBlockers(issueCase).every(({ ref }) => ref === undefined);
  return {
    ref: issue,
    who,
    for: isExternal ? 'answer' : 'work',
    why: inCycle ? 'cycle' : 'unblock',
    since: blockedSince.sort()[0] ?? since,
  };
}

const readyAt = ({ readyAt: at, createdAt }: PullFacts): string => at ?? createdAt;
const unique = (logins: readonly string[]): readonly string[] => [...new Set(logins)];

/**
 * The logins of the people who must act; empty if no particular person must. They have write access, except who has to answer a question
 * or to say what the state of an unreadable issue is.
 */
export function whoMustAct(verdict: Verdict, boardFacts: BoardFacts): readonly string[] {
  const { issue } = verdict.case;
  const context = { issue: issue.ref, boardFacts };
  const readyPulls = readyPullsOf(verdict.case);
  const assigned = issue.assignees.map(({ login }) => login);
  const author = issue.author.bot === true ? [] : [issue.author.login];
  switch (verdict.rule) {
    case 'approved':
      return firstWithWriteAccess([readyPulls.map(authorOf), readyPulls.flatMap(reviewersOf), assigned], context);
    case 'in-review':
      return verdict.attention.length > 0
        ? firstWithWriteAccess([assigned, readyPulls.map(authorOf)], context)
        : firstWithWriteAccess([readyPulls.flatMap((pull) => openReviewRequests(pull))], context);
    case 'merged':
    case 'landed':
    case 'children-done':
      return firstWithWriteAccess([assigned, author, verdict.evidence.map(({ by }) => by)], context);
    case 'interrupted':
      return whoContinues(verdict, boardFacts);
    case 'unreadable':
      return whoToNotify(verdict).slice(0, 1);
    default:
      return verdict.attention.length > 0 ? firstWithWriteAccess([assigned, author], context) : [];
  }
}

/** Who makes the next step after work that ended without a result: the person who was asked a question, else who can continue the work. */
function whoContinues(verdict: Verdict, boardFacts: BoardFacts): readonly string[] {
  const { issue, links, pulls } = verdict.case;
  const start = startOf(verdict, boardFacts);
  if (start.is === 'answer') return [start.asked];
  if (start.is === 'nothing-to-change') return whoSaysWhatIsMissing(verdict, boardFacts);
  const assigned = issue.assignees.map(({ login }) => login);
  const others =
    start.is === 'undescribed' && issue.author.bot !== true
      ? [issue.author.login]
      : links.map(({ ref }) => pulls.get(ref)?.author.login);
  return firstWithWriteAccess([assigned, others], { issue: issue.ref, boardFacts });
}

/** Who says what is missing on an issue on which crew found nothing to change: its assignees, else who opened it again, else its author. */
function whoSaysWhatIsMissing({ case: { issue } }: Verdict, boardFacts: BoardFacts): readonly string[] {
  const reopenedBy = issue.events.findLast(({ type }) => type === 'issue_reopened')?.by.login;
  const groups = [issue.assignees.map(({ login }) => login), [reopenedBy], [issue.author.login]];
  return firstWithWriteAccess(groups, { issue: issue.ref, boardFacts });
}

/** The people to notify about an issue: its assignees, else its author. They need no write access. */
export function whoToNotify({ case: { issue } }: Verdict): readonly string[] {
  const assigned = issue.assignees.map(({ login }) => login).filter((login) => !login.endsWith('[bot]'));
  if (assigned.length > 0) return assigned;
  return issue.author.bot === true || issue.author.login === 'ghost' ? [] : [issue.author.login];
}

const authorOf = ({ author }: PullFacts): string | undefined => (author.bot === true ? undefined : author.login);

const reviewersOf = ({ reviews }: PullFacts): readonly string[] =>
  reviews === 'unread'
    ? []
    : reviews.flatMap(({ by, state }) => (by.bot !== true && state === 'APPROVED' ? [by.login] : []));

/** Reviewers with a review request that they have not answered since. */
export function openReviewRequests({ requests, reviews }: PullFacts): readonly string[] {
  const answered = (login: string, at: string) =>
    reviews !== 'unread' && reviews.some((review) => review.by.login === login && review.at > at);
  return requests.flatMap(({ login, at }) => (answered(login, at) ? [] : [login]));
}

/** The first group that contains a person with write access, reduced to those people. */
function firstWithWriteAccess(
  groups: readonly (readonly (string | undefined)[])[],
  context: { issue: Ref; boardFacts: BoardFacts },
): readonly string[] {
  return groups.map((logins) => withWriteAccess(logins, context)).find((logins) => logins.length > 0) ?? [];
}
