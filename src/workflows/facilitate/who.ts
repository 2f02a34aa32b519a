// Who must act on an issue: people who may push and already have to do with it. Outsiders and bots are never called
// upon.
import type { PullFacts, Ref } from '../../board.js';
import { ready } from './facts.js';
import type { Verdict } from './judge.js';
import { callable, type Scene } from './scene.js';

/** Their logins; none where nobody in particular is meant. */
export function whoMustAct(verdict: Verdict, scene: Scene): readonly string[] {
  const { issue, links, pulls } = verdict.case;
  const at = { issue: issue.ref, scene };
  const open = ready(verdict.case);
  const assigned = issue.assignees.map(({ login }) => login);
  const author = issue.author.bot === true ? [] : [issue.author.login];
  switch (verdict.rule) {
    case 'approved':
      return firstOf([open.map(authorOf), open.flatMap(reviewersOf), assigned], at);
    case 'in-review':
      return verdict.attention.length > 0
        ? firstOf([assigned, open.map(authorOf)], at)
        : firstOf([open.flatMap((pull) => asked(pull))], at);
    case 'merged':
    case 'landed':
    case 'children-done':
      return firstOf([assigned, author, verdict.signs.map(({ by }) => by)], at);
    case 'interrupted':
      return firstOf([assigned, links.map(({ ref }) => pulls.get(ref)?.author.login)], at);
    case 'unreadable':
      return whoToNotify(verdict).slice(0, 1);
    default:
      return verdict.attention.length > 0 ? firstOf([assigned, author], at) : [];
  }
}

/** Who is told that an issue can go on: its assignees, else its author, who need no write access to be told. */
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

/** Whose review was asked for and has not come since. */
export function asked({ requests, reviews }: PullFacts): readonly string[] {
  const answered = (login: string, at: string) =>
    reviews !== 'unread' && reviews.some((review) => review.by.login === login && review.at > at);
  return requests.flatMap(({ login, at }) => (answered(login, at) ? [] : [login]));
}

/** The first group in which anybody may be called upon. */
function firstOf(
  groups: readonly (readonly (string | undefined)[])[],
  at: { issue: Ref; scene: Scene },
): readonly string[] {
  return groups.map((logins) => callable(logins, at)).find((logins) => logins.length > 0) ?? [];
}
