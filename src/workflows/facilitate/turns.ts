// Whose turn each open issue is, for what, and since when.
import type { PullFacts, Ref } from '../../board.js';
import type { Turn } from '../../report.js';
import type { Reason } from '../../text/lang/facilitate/messages.js';
import { isDescribed } from './advice.js';
import { openBlockers, ready } from './facts.js';
import type { Verdict } from './judge.js';
import { questionTo } from './question.js';
import { isDashboard, type Scene } from './scene.js';
import { asked, whoMustAct, whoToNotify } from './who.js';

export interface TurnOf extends Omit<Turn, 'issue'> {
  readonly ref: Ref;
  readonly why: Extract<Reason, { is: 'waits' }>['on'][number]['why'];
}

/** One for each open issue that is work. */
export const turnsOf = (scene: Scene): readonly TurnOf[] =>
  scene.verdicts
    .filter((each) => (each.state !== 'done' || each.due !== undefined) && !isDashboard(each, scene))
    .map((verdict) => turnOf(verdict, scene));

function turnOf(verdict: Verdict, scene: Scene): TurnOf {
  const { state, due, issue, case: of } = verdict;
  const since = scene.previous?.issues[issue]?.since ?? of.issue.createdAt;
  const at = (last: readonly (string | undefined)[]) =>
    last
      .flatMap((each) => each ?? [])
      .sort()
      .at(-1) ?? since;
  const signed = at(verdict.signs.map((sign) => sign.at));
  const question = questionTo(verdict, scene);
  const assigned = of.issue.assignees.map(({ login }) => login);
  const base = { ref: issue, why: 'work' } as const;
  if (due) return { ...base, who: whoMustAct(verdict, scene), for: due, since: signed };
  if (state === 'review_pending') {
    const pulls = ready(of);
    return { ...base, who: unique(pulls.flatMap(asked)), for: 'review', since: at(pulls.map(readyAt)) };
  }
  if (state === 'blocked') return blockedTurn(verdict, scene, since);
  if (question) return { ...base, who: [question.who], for: 'answer', why: 'answer', since: question.since };
  if (state === 'unknown' || (state === 'incomplete' && assigned.length === 0 && !isDescribed(verdict)))
    return {
      ...base,
      who: whoToNotify(verdict),
      for: 'answer',
      why: state === 'unknown' ? 'answer' : 'describe',
      since,
    };
  const workers = unique([...assigned, ...verdict.signs.flatMap(({ by }) => by ?? [])]);
  return { ...base, who: workers, for: 'work', since: state === 'in_progress' ? signed : since };
}

/** Somebody has to end the wait where it begins. */
function blockedTurn(verdict: Verdict, scene: Scene, since: string): TurnOf {
  const { issue, case: of } = verdict;
  const roots = scene.roots(issue).flatMap((ref) => scene.judged.verdicts.get(ref) ?? []);
  const inCycle = scene.circles.some((circle) => circle.includes(issue));
  const who = unique(roots.length > 0 && !inCycle ? roots.flatMap(whoToNotify) : whoToNotify(verdict));
  const blockers = openBlockers(of).map((each) => each.since);
  const isExternal = openBlockers(of).every(({ ref }) => ref === undefined);
  return {
    ref: issue,
    who,
    for: isExternal ? 'answer' : 'work',
    why: inCycle ? 'cycle' : 'unblock',
    since: blockers.sort()[0] ?? since,
  };
}

const readyAt = ({ readyAt: at, createdAt }: PullFacts): string => at ?? createdAt;
const unique = (logins: readonly string[]): readonly string[] => [...new Set(logins)];
