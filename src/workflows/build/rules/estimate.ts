// The estimated cost of a plan in dollars, and whether a person has to approve the build first. Pure. Used by ../work.ts, ../conclude.ts
// and the messages.
import { choiceFor, estimate, type ModelChoice, type Models, type TaskSize, type Tier } from '../../../agent/cost.js';
import type { Limits } from '../../../agent/limits.js';
import type { PlanTask } from './plan.js';
import { longestChain } from './waves.js';

/** What a plan costs depends on these. */
export interface EstimateInput {
  readonly tasks: readonly Pick<PlanTask, 'id' | 'dependsOn' | 'model' | 'persona' | 'writes'>[];
  readonly models: Models;
  readonly limitsOf: (persona: PlanTask['persona']) => Limits;
  /** The aggregator; absent if phase 3 is skipped. */
  readonly aggregator?: { readonly name: string; readonly tier: Tier; readonly limits: Limits } | undefined;
  /** The role of a single `fix`, with whose cost the build is compared. */
  readonly editor: { readonly name: string; readonly tier: Tier; readonly limits: Limits };
  readonly budgetUsd: number;
}

/** The estimated cost of a build in dollars, and that of a single fix for comparison. */
export interface BuildEstimate {
  readonly low: number;
  readonly high: number;
  readonly tasks: number;
  readonly longestChain: number;
  /** Lowest and highest cost of a single `fix` of the same request. */
  readonly fix: readonly [number, number];
  /** Whether a person has to approve the build first, because it is not faster than a single fix. */
  readonly asks: boolean;
}

/** The size of a task, by the number of paths it writes. A task that writes none (research, a review) counts as medium. */
function sizeOf({ writes }: Pick<PlanTask, 'writes'>): TaskSize {
  if (writes.length > 5) return 'large';
  return writes.length === 1 ? 'small' : 'medium';
}

/** Cost range, number of tasks and longest chain, before the first worker starts. */
export function estimateOf({ tasks, models, limitsOf, aggregator, editor, budgetUsd }: EstimateInput): BuildEstimate {
  const rangeOf = ({ price }: ModelChoice, limits: Limits, size: TaskSize = 'medium') =>
    estimate({ price, limits, size });
  const ranges = [
    ...tasks.map((task) => {
      const choice = choiceFor({ name: task.persona, tier: task.model }, models);
      return rangeOf(choice, limitsOf(task.persona), sizeOf(task));
    }),
    ...(aggregator ? [rangeOf(choiceFor(aggregator, models), aggregator.limits)] : []),
  ];
  const sum = (end: 0 | 1) =>
    Math.min(
      budgetUsd,
      ranges.reduce((usd, range) => usd + range[end], 0),
    );
  const chain = longestChain(tasks);
  const [low, high] = rangeOf(choiceFor(editor, models), editor.limits);
  return {
    low: sum(0),
    high: sum(1),
    tasks: tasks.length,
    longestChain: chain,
    fix: [Math.min(budgetUsd, low), Math.min(budgetUsd, high)],
    asks: needsApproval(tasks.length, chain),
  };
}

/** Whether a build is not faster than a single fix: it has at most two tasks, or each task waits for the one before. */
export const needsApproval = (tasks: number, chain: number): boolean => tasks <= 2 || chain === tasks;
