// What work costs, before and after. Pure.
import type { Config } from '../config/index.js';
import { type Price, priceOf, SHIPPED } from '../config/prices.js';
import type { Effort, Usage } from '../ports/model.js';
import type { History } from '../ports/workflow.js';
import type { Limits } from './limits.js';

/** How hard the work is; which model that means stands in the configuration. */
export const TIERS = ['haiku', 'sonnet', 'opus'] as const;
export type Tier = (typeof TIERS)[number];

export type { Price };

export interface ModelChoice {
  readonly id: string;
  readonly price: Price;
}

/** A model for a role. */
export interface RoleChoice extends ModelChoice {
  readonly effort?: Effort | undefined;
  /** Asked where the first one is overloaded. */
  readonly second?: ModelChoice | undefined;
}

export interface Models extends Readonly<Record<Tier, ModelChoice>> {
  /** What the configuration says of single roles. */
  readonly roles: Config['models']['roles'];
}

/** The models and prices that a configuration means. */
export function modelsOf(models: Config['models']): Models {
  return {
    ...{ haiku: choice('haiku', models), sonnet: choice('sonnet', models), opus: choice('opus', models) },
    roles: models.roles,
  };
}

/** Which tier stands in for an overloaded one. */
const SECOND: Readonly<Record<Tier, Tier>> = { haiku: 'sonnet', sonnet: 'opus', opus: 'sonnet' };

/** The model of a role: the tier of the configuration goes before the role's own. */
export function choiceFor(
  { name, tier: own }: { readonly name: string; readonly tier: Tier },
  models: Models,
): RoleChoice {
  const { tier = own, effort } = models.roles[name] ?? {};
  const first = models[tier];
  const second = models[SECOND[tier]];
  return { ...first, ...(effort && { effort }), ...(second.id !== first.id && { second }) };
}

function choice(tier: Tier, models: Config['models']): ModelChoice {
  const { id = SHIPPED[tier], price } = models[tier] ?? {};
  // An id without a known price is refused with the configuration.
  if (!price) return { id, price: priceOf(id) ?? priceOf(SHIPPED[tier]) ?? NO_PRICE };
  // Whoever names a price without the cache's pays, as nearly everywhere, a tenth for reading and a quarter more for writing.
  return { id, price: { cacheRead: price.in / 10, cacheWrite: price.in * 1.25, ...price } };
}

const NO_PRICE: Price = { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };

const MILLION = 1_000_000;

/** What a reply cost, whatever became of it. */
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

/** Two usages as one. */
export function plus(a: Usage, b: Usage): Usage {
  return {
    in: a.in + b.in,
    out: a.out + b.out,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}

/** A turn as it usually is: so much stands before the first one, so much comes with each. */
const USUAL = { before: 5000, grows: 2500, says: 600 };
/** So many turns even a small task takes, and from so many past runs on they are believed rather than the rule. */
const FEWEST_TURNS = 3;
const ENOUGH_PAST = 5;

/** What work will cost, from–to, in dollars: by what it cost before, or else by its limits. Never more than it may. */
export function estimate(it: {
  price: Price;
  limits: Limits;
  /** What earlier runs of the same role cost. */
  past?: readonly number[];
}): readonly [number, number] {
  const { price, limits, past = [] } = it;
  const capped = (usd: number) => Math.min(usd, limits.usd);
  if (past.length >= ENOUGH_PAST) {
    const sorted = [...past].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
    return [capped(at(0.1)), capped(at(0.9))];
  }
  const low = costOfTurns(Math.min(FEWEST_TURNS, limits.turns), price);
  return [capped(low), capped(costOfTurns(limits.turns, price))];
}

/** Each turn reads from the cache what stood before it, and writes what came with it. */
function costOfTurns(turns: number, price: Price): number {
  const { before, grows, says } = USUAL;
  const each = Array.from({ length: turns }, (_, n): number => {
    const cacheRead = n === 0 ? 0 : before + (n - 1) * grows;
    return costOf({ in: 0, out: says, cacheRead, cacheWrite: n === 0 ? before : grows }, price);
  });
  return each.reduce((sum, one) => sum + one, 0);
}

/** The newest runs are enough to go by. */
const ENOUGH = 20;

/** The dollars of each run of a workflow that succeeded, newest first. Runs that asked no model are left out. */
export async function pastOf(workflow: string, { list }: History, run: string): Promise<readonly number[]> {
  const ended = (await list()).filter(
    (one) => one.run !== run && one.workflow === workflow && one.end?.outcome === 'done',
  );
  return ended.flatMap(({ spent }) => (spent && spent.usd > 0 ? [spent.usd] : [])).slice(0, ENOUGH);
}
