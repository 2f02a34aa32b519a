// Sentences about the whole board: which conditions of a healthy board hold, and what to say when nothing is shown or suggested. Used by the
// summary, the terminal table and the page. Pure.
import type { Assessment, IssueNumber, Report } from '../../ports/report.js';
import type { BoardWords, Condition, HealthSum } from '../../text/lang/board/index.js';
import { type Board, nextComment } from './board.js';

const HEALTH: readonly Condition[] = ['statesClear', 'nextClear', 'blockersVisible', 'workable'];

interface ShownCondition {
  readonly met: boolean;
  readonly text: string;
}

/** The four conditions of a healthy board, and what this scan could not read or write (always unmet). */
export function healthConditions({ health, completion }: Report, words: BoardWords): readonly ShownCondition[] {
  const conditions = HEALTH.map((each) => {
    const { met, unmet } = words.condition[each];
    return { met: health[each], text: health[each] ? met : unmet };
  });
  const unfinished = (['registry', 'actions'] as const).filter((each) => !completion[each]);
  return [...conditions, ...unfinished.map((each) => ({ met: false, text: words.unfinished[each] }))];
}

/** The sentences of the conditions that do not hold. */
export function unmetConditions(report: Report, words: BoardWords): readonly string[] {
  return healthConditions(report, words).flatMap(({ met, text }) => (met ? [] : [text]));
}

/**
 * The computation of the health score. Null if the score is unknown, or if it is not that of the shown issues: crew's own digest issue is
 * shown but not counted.
 */
export function healthSum({ assessments, health }: Report): HealthSum | null {
  const isDone = ({ state }: Assessment) => state === 'done';
  const counted = assessments.filter(isDone);
  const [all, done] = [assessments.length, counted.length];
  const closed = counted.filter(({ rule }) => rule === 'closed').length;
  const blocked = assessments.filter(({ state }) => state === 'blocked').length;
  const stale = assessments.filter((each) => !isDone(each) && each.freshness === 'stale').length;
  const sum = 100 - 15 * blocked - 10 * stale + (all === 0 ? 0 : (20 * done) / all);
  const score = Math.round(Math.min(100, Math.max(0, sum)) * 10) / 10;
  return health.score === score ? { blocked, stale, done, closed, due: done - closed, all, sum } : null;
}

/** The sentence if no issue is shown: there are none, or none could be read. */
export const emptyBoardSentence = ({ coverage }: Report, words: BoardWords): string =>
  coverage.seen < coverage.issues ? words.seen(coverage) : words.headline({ issues: 0, tallies: [] });

/** The sentence if nothing is suggested: all is done, or no agent fits the remaining work. */
export function noSuggestionSentence({ health }: Report, words: BoardWords): string {
  return health.nextClear ? words.nothingNext : words.nobodyNext;
}

/** How a view writes the parts of a next step. */
interface StepFormat {
  readonly issue: (issue: IssueNumber) => string;
  readonly agent: (name: string) => string;
  readonly command: (command: string) => string;
  /** A description, which is Markdown. */
  readonly description: (text: string) => string;
}

interface NextStep {
  readonly title: string;
  readonly text: string;
}

const MAX_ISSUES = 10;

/**
 * The next step as title and text. There are two if the best suggestion is for a person while an agent can also start: the best suggestion
 * first, then the step of `nextAgent`.
 */
export function nextSteps(
  report: Report,
  { board, words, format }: { readonly board: Board; readonly words: BoardWords; readonly format: StepFormat },
): readonly [NextStep, ...NextStep[]] {
  const { nextAgent, targetIssues, suggestions } = report.recommendation;
  const namesOf = (issues: readonly IssueNumber[]) => issues.slice(0, MAX_ISSUES).map(format.issue);
  const [best] = suggestions;
  if (nextAgent === 'none') {
    const text = best ? words.nextByPerson(namesOf(targetIssues)) : noSuggestionSentence(report, words);
    return [{ title: words.heading.first, text }];
  }
  const comment = nextComment(report, board.find);
  const byAgent = comment
    ? words.nextCommand({ command: format.command(comment.command), on: namesOf(comment.on) })
    : words.next({ agent: format.agent(nextAgent), issues: namesOf(targetIssues) });
  if (best?.agent !== 'none') return [{ title: words.heading.first, text: byAgent }];
  return [
    { title: words.heading.firstByPerson, text: format.description(best.description) },
    { title: words.heading.firstByAgent, text: byAgent },
  ];
}
