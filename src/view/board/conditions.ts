import type { Report } from '../../ports/report.js';
import type { BoardWords, Condition } from '../../text/lang/board/index.js';

const HEALTH: readonly Condition[] = ['statesClear', 'nextClear', 'blockersVisible', 'workable'];

interface ShownCondition {
  readonly met: boolean;
  readonly words: string;
}

/** The four conditions of a healthy board, and what this scan left undone. */
export function conditionsOf({ health, completion }: Report, say: BoardWords): readonly ShownCondition[] {
  const conditions = HEALTH.map((each) => {
    const { met, unmet } = say.condition[each];
    return { met: health[each], words: health[each] ? met : unmet };
  });
  const unfinished = (['registry', 'actions'] as const).filter((each) => !completion[each]);
  return [...conditions, ...unfinished.map((each) => ({ met: false, words: say.unfinished[each] }))];
}

/** The conditions that do not hold. */
export function unmetOf(report: Report, say: BoardWords): readonly string[] {
  return conditionsOf(report, say).flatMap(({ met, words }) => (met ? [] : [words]));
}

/** The sentence if no issue is shown: there are none, or none could be read. */
export const noneOf = ({ coverage }: Report, say: BoardWords): string =>
  coverage.seen < coverage.issues ? say.seen(coverage) : say.headline({ issues: 0, tallies: [] });

/** The sentence if nothing is suggested: all is done, or no agent fits the remaining work. */
export function idleOf({ health }: Report, say: BoardWords): string {
  return health.nextClear ? say.nothingNext : say.nobodyNext;
}
