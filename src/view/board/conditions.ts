import type { Report } from '../../ports/report.js';
import type { BoardWords, Condition } from '../../text/lang/board/index.js';

const HEALTH: readonly Condition[] = ['statesClear', 'nextClear', 'blockersVisible', 'workable'];

interface ShownCondition {
  readonly met: boolean;
  readonly words: string;
}

/** The four conditions of a healthy field; and what this look itself left unfinished, when it did. */
export function conditionsOf({ health, completion }: Report, say: BoardWords): readonly ShownCondition[] {
  const conditions = HEALTH.map((each) => {
    const { met, unmet } = say.condition[each];
    return { met: health[each], words: health[each] ? met : unmet };
  });
  const unfinished = (['registry', 'actions'] as const).filter((each) => !completion[each]);
  return [...conditions, ...unfinished.map((each) => ({ met: false, words: say.unfinished[each] }))];
}

/** Only what is not as it should be. */
export function unmetOf(report: Report, say: BoardWords): readonly string[] {
  return conditionsOf(report, say).flatMap(({ met, words }) => (met ? [] : [words]));
}

/** What is said where no issue is shown: that there are none, or that none could be seen. */
export const noneOf = ({ coverage }: Report, say: BoardWords): string =>
  coverage.seen < coverage.issues ? say.seen(coverage) : say.headline({ issues: 0, tallies: [] });

/** What is said where nothing is suggested: that all is done, or that nobody is there for what is left. */
export function idleOf({ health }: Report, say: BoardWords): string {
  return health.nextClear ? say.nothingNext : say.nobodyNext;
}
