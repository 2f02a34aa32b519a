// Models, prices and costs of agents, and estimates of a run's cost. Pure except for `pastCosts`, which reads the history.
// Used by the agent loop, by role.ts, and by the workflows that run agents.
import type { Config } from '../config/index.js';
import { DEFAULT_MODELS, type Price, priceOf } from '../config/prices.js';
import type { Effort, Usage } from '../ports/model.js';
import type { History } from '../ports/workflow.js';
import type { Limits } from './limits.js';

/** How difficult the work is. The configuration maps each tier to a model. */
export const TIERS = ['haiku', 'sonnet', 'opus'] as const;
export type Tier = (typeof TIERS)[number];

export type { Price };

/** A model and its price. */
export interface ModelChoice {
  readonly id: string;
  readonly price: Price;
}

/** The model of a role. */
export interface RoleChoice extends ModelChoice {
  readonly effort?: Effort | undefined;
  /** Asked if the role's own model is overloaded. */
  readonly fallback?: ModelChoice | undefined;
}

/** The configured models by tier. */
export interface Models extends Readonly<Record<Tier, ModelChoice>> {
  /** Settings of single roles. */
  readonly roles: Config['models']['roles'];
}

/** The models and prices of a configuration. */
export function modelsOf(models: Config['models']): Models {
  return {
    haiku: choiceOf('haiku', models),
    sonnet: choiceOf('sonnet', models),
    opus: choiceOf('opus', models),
    roles: models.roles,
  };
}

/** The tier that replaces an overloaded one. */
const FALLBACK_TIER: Readonly<Record<Tier, Tier>> = { haiku: 'sonnet', sonnet: 'opus', opus: 'sonnet' };

/** The model of a role. A tier in the configuration has priority over the role's own. */
export function choiceFor(
  { name, tier: roleTier }: { readonly name: string; readonly tier: Tier },
  models: Models,
): RoleChoice {
  const { tier = roleTier, effort } = models.roles[name] ?? {};
  const first = models[tier];
  const fallback = models[FALLBACK_TIER[tier]];
  return { ...first, ...(effort && { effort }), ...(fallback.id !== first.id && { fallback }) };
}

function choiceOf(tier: Tier, models: Config['models']): ModelChoice {
  const { id = DEFAULT_MODELS[tier], price } = models[tier] ?? {};
  // A configured model without a known price is rejected when the configuration is read.
  if (!price) return { id, price: priceOf(id) ?? priceOf(DEFAULT_MODELS[tier]) ?? NO_PRICE };
  // Anthropic's usual cache prices: a tenth for reading, a quarter more for writing.
  return { id, price: { cacheRead: price.in / 10, cacheWrite: price.in * 1.25, ...price } };
}

const NO_PRICE: Price = { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };

const MILLION = 1_000_000;

/** The cost of a reply in dollars. */
export function costOf(usage: Usage, price: Price): number {
  const prompt = usage.in + usage.cacheRead + usage.cacheWrite;
  const times = price.long && prompt > price.long.above ? price.long.times : 1;
  const cost =
    usage.in * price.in +
    usage.out * price.out +
    usage.cacheRead * price.cacheRead +
    usage.cacheWrite * price.cacheWrite;
  return (cost * times) / MILLION;
}

/** The sum of two usages. */
export function plus(a: Usage, b: Usage): Usage {
  return {
    in: a.in + b.in,
    out: a.out + b.out,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}

/** How much work a task is expected to be. */
export type TaskSize = 'small' | 'medium' | 'large';

/** A request has a size if it has more characters or at least as many list items. Below `medium` it is small. */
const SIZES = { medium: { characters: 600, items: 3 }, large: { characters: 3000, items: 8 } };

/** The size of a request, by its length and the number of its list items. */
export function taskSize(request: string): TaskSize {
  const items = request.match(/^\s*(?:[-*+]|\d+[.)])\s/gm)?.length ?? 0;
  const reaches = ({ characters, items: max }: { characters: number; items: number }) =>
    request.length > characters || items >= max;
  if (reaches(SIZES.large)) return 'large';
  return reaches(SIZES.medium) ? 'medium' : 'small';
}

/** Tokens of a conversation, as an estimate assumes them. */
interface TurnTokens {
  /** Before the first turn. */
  readonly initial: number;
  /** That each turn adds to the conversation. */
  readonly perTurn: number;
  /** That the model writes in each turn. */
  readonly output: number;
}
/** An agent that reads and writes little, and one that reads whole files. Assumptions, as `TURNS`, until enough runs of the repository are known. */
const SHORT_TURNS: TurnTokens = { initial: 3500, perTurn: 400, output: 150 };
const LONG_TURNS: TurnTokens = { initial: 4500, perTurn: 2500, output: 500 };
/** The fewest and the most turns of a task by its size. */
const TURNS: Readonly<Record<TaskSize, readonly [number, number]>> = {
  small: [2, 11],
  medium: [6, 28],
  large: [15, 60],
};
/** From this many past runs on, their costs are used instead of the assumptions. */
const ENOUGH_PAST = 5;
/** The upper end of an estimate is at most this many times its lower end. */
export const MAX_RANGE_FACTOR = 5;

/** The estimated cost as a range in dollars: from past runs if there are enough, else by the size of the task. Capped by the limit. */
export function estimate(facts: {
  price: Price;
  limits: Limits;
  /** Costs of earlier runs of the same role, each above 0. */
  past?: readonly number[];
  size?: TaskSize;
}): readonly [number, number] {
  const { price, limits, past = [], size = 'medium' } = facts;
  const [low, high] = past.length >= ENOUGH_PAST ? rangeOfMost(past) : rangeBySize(size, { price, limits });
  return [Math.min(low, limits.usd), Math.min(high, limits.usd)];
}

function rangeBySize(size: TaskSize, { price, limits }: { price: Price; limits: Limits }): readonly [number, number] {
  const [least, most] = TURNS[size];
  const low = costOfTurns(Math.min(least, limits.turns), SHORT_TURNS, price);
  const high = costOfTurns(Math.min(most, limits.turns), LONG_TURNS, price);
  return [low, Math.min(high, low * MAX_RANGE_FACTOR)];
}

/**
 * The middle 80 % of the costs. If that range is wider than MAX_RANGE_FACTOR allows: the allowed range that holds the most costs, and of
 * several such ranges the cheapest.
 */
function rangeOfMost(costs: readonly number[]): readonly [number, number] {
  const sorted = [...costs].sort((a, b) => a - b);
  const costAt = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const middle = [costAt(0.1), costAt(0.9)] as const;
  if (middle[1] <= middle[0] * MAX_RANGE_FACTOR) return middle;
  const ranges = sorted.map((low) => sorted.filter((cost) => cost >= low && cost <= low * MAX_RANGE_FACTOR));
  const best = ranges.reduce((max, range) => (range.length > max.length ? range : max));
  return [best[0] ?? 0, best.at(-1) ?? 0];
}

/** Each turn reads the previous conversation from the cache and writes its own part to it. */
function costOfTurns(turns: number, { initial, perTurn, output }: TurnTokens, price: Price): number {
  const each = Array.from({ length: turns }, (_, n): number => {
    const cacheRead = n === 0 ? 0 : initial + (n - 1) * perTurn;
    return costOf({ in: 0, out: output, cacheRead, cacheWrite: n === 0 ? initial : perTurn }, price);
  });
  return each.reduce((sum, one) => sum + one, 0);
}

/** Only this many past runs are used, the newest ones. */
const MAX_PAST = 20;

/** The dollars of each run of a workflow that succeeded, newest first. The current run (`run`) and runs that asked no model are left out. */
export async function pastCosts(workflow: string, { list }: History, run: string): Promise<readonly number[]> {
  const ended = (await list()).filter(
    (one) => one.run !== run && one.workflow === workflow && one.end?.outcome === 'done',
  );
  return ended.flatMap(({ spent }) => (spent && spent.usd > 0 ? [spent.usd] : [])).slice(0, MAX_PAST);
}
