// What a run may spend: its own limit, what people added to it, and what the limits of the day leave (memory/spending).
import type { WorkRun } from '../ports/run.js';
import type { Allowed } from '../ports/workflow.js';
import { type Budget, openBudget } from './run-budget.js';
import { addedUsd } from './signals.js';

export interface Allowance {
  readonly budget: Budget;
  /** Dollars that people added so far. */
  readonly addedUsd: number;
}

/** The budget of a run. A continued run spends from it again what its journal says. */
export function allowanceOf({ allowed, run }: { allowed: Allowed; run: Pick<WorkRun, 'signals'> }): Allowance {
  return { budget: openBudget(allowed.usd, allowed.by), addedUsd: addedUsd(run.signals) };
}
