// What may still be spent, by everybody who works for one run. Dollars leave it when a reply was paid for; who looks into it
// before each call passes its limit by one call at the most.
import type { Allowed } from '../ports/workflow.js';

export type DayEnd = NonNullable<Allowed['by']>;

export interface Budget {
  /** As it is now: it can be raised while the work goes on. */
  readonly limitUsd: number;
  spentUsd(): number;
  /** The least of what is left here and in the purse that this one is a share of. */
  leftUsd(): number;
  spend(usd: number): void;
  /** A purse for a child, with a share of what is left now; what it spends leaves this one too. */
  share(part: number): Budget;
  /** The limit of the day that left no more than this, if one did. */
  readonly by: DayEnd | undefined;
}

/** A budget. A share of one above spends from both. */
export function openBudget(limitUsd: number, by?: DayEnd, above?: Budget): Budget {
  let spent = 0;
  const budget: Budget = {
    limitUsd,
    by,
    spentUsd: () => spent,
    leftUsd: () => Math.max(0, Math.min(budget.limitUsd - spent, above?.leftUsd() ?? Number.POSITIVE_INFINITY)),
    spend(usd) {
      spent += usd;
      above?.spend(usd);
    },
    share: (part) => openBudget(budget.leftUsd() * part, undefined, budget),
  };
  return budget;
}
