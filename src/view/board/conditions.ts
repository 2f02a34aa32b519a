// Sentences about the whole board: which conditions of a healthy board hold, and what to say when nothing is shown or suggested. Used by the
// summary, the terminal table and the page. Pure.
import type { Report } from '../../ports/report.js';
import type { BoardWords, Condition } from '../../text/lang/board/index.js';

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

/** The sentence if no issue is shown: there are none, or none could be read. */
export const emptyBoardSentence = ({ coverage }: Report, words: BoardWords): string =>
  coverage.seen < coverage.issues ? words.seen(coverage) : words.headline({ issues: 0, tallies: [] });

/** The sentence if nothing is suggested: all is done, or no agent fits the remaining work. */
export function noSuggestionSentence({ health }: Report, words: BoardWords): string {
  return health.nextClear ? words.nothingNext : words.nobodyNext;
}
