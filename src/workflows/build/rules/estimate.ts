// The cost estimate of a plan, and whether a person has to approve it first. Pure.
import { choiceFor, estimate, type ModelChoice, type Models, type TaskSize, type Tier } from '../../../agent/cost.js';
import type { Limits } from '../../../agent/limits.js';
import type { PlanTask } from './plan.js';
import { longestChain } from './waves.js';

export interface EstimateInput {
  readonly tasks: readonly Pick<PlanTask, 'id' | 'dependsOn' | 'model' | 'persona' | 'writes'>[];
  readonly models: Models;
  readonly limitsOf: (persona: PlanTask['persona']) => Limits;
  /** The aggregator's tier and limits; absent where phase 3 is skipped. */
  readonly aggregator?: { readonly name: string; readonly tier: Tier; readonly limits: Limits } | undefined;
  /** Role of a single `fix`, for comparison. */
  readonly editor: { readonly name: string; readonly tier: Tier; readonly limits: Limits };
  readonly budgetUsd: number;
}

/** The estimated cost of a build, next to that of a single fix. */
export interface BuildEstimate {
  readonly low: number;
  readonly high: number;
  readonly tasks: number;
  readonly longestChain: number;
  /** A single `fix` of the same request. */
  readonly fix: readonly [number, number];
  /** Waves would gain nothing, so a person decides first. */
  readonly asks: boolean;
}

/** A task of a plan is more work the more paths it writes. A task without any (research, a review) is taken as medium. */
function sizeOf({ writes }: Pick<PlanTask, 'writes'>): TaskSize {
  if (writes.length > 5) return 'large';
  return writes.length === 1 ? 'small' : 'medium';
}

/** Cost range, number of tasks and longest chain, before the first worker starts. */
export function estimateOf({ tasks, models, limitsOf, aggregator, editor, budgetUsd }: EstimateInput): BuildEstimate {
  const one = ({ price }: ModelChoice, limits: Limits, size: TaskSize = 'medium') => estimate({ price, limits, size });
  const all = [
    ...tasks.map((task) => {
      const choice = choiceFor({ name: task.persona, tier: task.model }, models);
      return one(choice, limitsOf(task.persona), sizeOf(task));
    }),
    ...(aggregator ? [one(choiceFor(aggregator, models), aggregator.limits)] : []),
  ];
  const sum = (end: 0 | 1) =>
    Math.min(
      budgetUsd,
      all.reduce((usd, range) => usd + range[end], 0),
    );
  const chain = longestChain(tasks);
  const [low, high] = one(choiceFor(editor, models), editor.limits);
  return {
    low: sum(0),
    high: sum(1),
    tasks: tasks.length,
    longestChain: chain,
    fix: [Math.min(budgetUsd, low), Math.min(budgetUsd, high)],
    asks: asksFirst(tasks.length, chain),
  };
}

/** Two tasks or fewer, or one chain of all tasks. */
export const asksFirst = (tasks: number, chain: number): boolean => tasks <= 2 || chain === tasks;
