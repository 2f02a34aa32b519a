// The limits of an agent (turns, dollars, minutes), and the notes that tell the model about them. Pure. Used by the agent loop, by role.ts
// and cost.ts, and by the workflows that raise limits.

import type { DailyLimit } from './budget.js';
import { limitRaised, wrapUp } from './prompt-texts.js';
import type { Note, TurnWithResults } from './turn-record.js';

/** The limits of an agent. */
export interface Limits {
  readonly turns: number;
  readonly usd: number;
  readonly minutes: number;
}

/** A limit and how much of it is used. */
export interface LimitUse {
  readonly kind: 'turns' | 'usd' | 'minutes' | 'budget' | DailyLimit;
  readonly used: number;
  readonly limit: number;
}

/** At this share of a limit the agent is told to finish. */
const NEAR_LIMIT_SHARE = 0.8;

/** The first limit that is used up. */
export function exceededLimit(limitUses: readonly LimitUse[]): LimitUse | undefined {
  return limitUses.find(({ used, limit }) => used >= limit);
}

/** The first limit that is nearly used up. The last turn is reserved for the answer. */
function nearLimit(limitUses: readonly LimitUse[]): LimitUse | undefined {
  return limitUses.find(
    ({ kind, used, limit }) => used >= limit * NEAR_LIMIT_SHARE || (kind === 'turns' && used > 0 && used >= limit - 1),
  );
}

const WRAP_UP = 'wrap-up';
const LIMIT_RAISED = 'more room';

/** The note about limits for the next turn, if there is one: once when a limit is near, and once when it was raised again. */
export function limitNote(records: readonly TurnWithResults[], limitUses: readonly LimitUse[]): Note | undefined {
  const nearest = nearLimit(limitUses);
  const lastNote = records
    .flatMap(({ reply }) => reply.notes)
    .findLast(({ name }) => name === LIMIT_RAISED || name.startsWith(WRAP_UP));
  const isWarned = lastNote?.name.startsWith(WRAP_UP) ?? false;
  if (!nearest) return isWarned ? { name: LIMIT_RAISED, text: limitRaised } : undefined;
  return isWarned ? undefined : { name: `${WRAP_UP} ${nearest.kind}`, text: wrapUp(leftOf(nearest)) };
}

function leftOf({ kind, used, limit }: LimitUse): string {
  const left = Math.max(0, limit - used);
  if (kind === 'turns') return left === 1 ? 'this is your last turn' : `${left} turns are left`;
  if (kind === 'minutes') return `${Math.ceil(left)} minutes are left`;
  return `$${left.toFixed(2)} is left to spend`;
}

/** Raises all limits in proportion to the added money: $5 more on a limit of $10 gives 50 % more turns and minutes. */
export function raiseLimits(limits: Limits, byUsd: number): Limits {
  const factor = (limits.usd + byUsd) / limits.usd;
  return {
    turns: Math.ceil(limits.turns * factor),
    usd: limits.usd + byUsd,
    minutes: limits.minutes * factor,
  };
}
