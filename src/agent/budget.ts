// The money that the agents of a run may spend. A cost is known only after the reply, so a caller that checks the budget before each request
// exceeds the limit by at most one request. Opened by the workflows that run agents; used by limits.ts and the agent loop.
import type { WorkRun } from '../ports/run.js';
import type { DailyAllowance } from '../ports/workflow.js';
import { addedUsd } from './signals.js';

/** A daily limit of the configuration: of one user, or of the repository. */
export type DailyLimit = NonNullable<DailyAllowance['by']>;

/** An amount of money that agents may spend. */
export interface Budget {
  /** The current limit; it can be raised during the run. */
  readonly limitUsd: number;
  spentUsd(): number;
  /** The dollars left in this budget or in its parent, whichever is less. */
  leftUsd(): number;
  spend(usd: number): void;
  /** Opens a child budget with a share (0 to 1) of the dollars left now. What the child spends is subtracted from this budget too. */
  share(part: number): Budget;
  /** The daily limit that reduced this budget, if one did. */
  readonly by: DailyLimit | undefined;
}

/** Opens a budget. With a `parent`, spending is subtracted from both. */
export function openBudget(limitUsd: number, by?: DailyLimit, parent?: Budget): Budget {
  let spent = 0;
  const budget: Budget = {
    limitUsd,
    by,
    spentUsd: () => spent,
    leftUsd: () => Math.max(0, Math.min(budget.limitUsd - spent, parent?.leftUsd() ?? Number.POSITIVE_INFINITY)),
    spend(usd) {
      spent += usd;
      parent?.spend(usd);
    },
    share: (part) => openBudget(budget.leftUsd() * part, undefined, budget),
  };
  return budget;
}

/** The budget of a run. */
export interface Allowance {
  readonly budget: Budget;
  /** Dollars that people added to the run so far. */
  readonly addedUsd: number;
}

/** The budget of a run. In a continued run, the costs in the journal are subtracted again. */
export function allowanceOf({ allowed, run }: { allowed: DailyAllowance; run: Pick<WorkRun, 'signals'> }): Allowance {
  return { budget: openBudget(allowed.usd, allowed.by), addedUsd: addedUsd(run.signals) };
}
