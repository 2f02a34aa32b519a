// The limits of an agent, and the notes that tell the model about them. Pure.

import type { DayEnd } from './budget.js';
import { moreRoom, wrapUp } from './prompt-texts.js';
import type { Note, TurnRecord } from './turn-record.js';

/** The limits of an agent. */
export interface Limits {
  readonly turns: number;
  readonly usd: number;
  readonly minutes: number;
}

/** A limit and how much of it is used. */
export interface LimitUse {
  readonly what: 'turns' | 'usd' | 'minutes' | 'budget' | DayEnd;
  readonly used: number;
  readonly limit: number;
}

/** At this share of a limit the agent is told to finish. */
const NEAR_LIMIT_SHARE = 0.8;

/** The first limit that is used up. */
export function exceededLimit(gauges: readonly LimitUse[]): LimitUse | undefined {
  return gauges.find(({ used, limit }) => used >= limit);
}

/** The first limit that is nearly used up. The last turn is reserved for the answer. */
function nearLimit(gauges: readonly LimitUse[]): LimitUse | undefined {
  return gauges.find(
    ({ what, used, limit }) => used >= limit * NEAR_LIMIT_SHARE || (what === 'turns' && used > 0 && used >= limit - 1),
  );
}

const WRAP_UP = 'wrap-up';
const MORE_ROOM = 'more room';

/** The note about limits for the next turn, if there is one: once when a limit is near, and once when it was raised again. */
export function limitNote(records: readonly TurnRecord[], gauges: readonly LimitUse[]): Note | undefined {
  const near = nearLimit(gauges);
  const lastNote = records
    .flatMap(({ reply }) => reply.notes)
    .findLast(({ name }) => name === MORE_ROOM || name.startsWith(WRAP_UP));
  const warned = lastNote?.name.startsWith(WRAP_UP) ?? false;
  if (!near) return warned ? { name: MORE_ROOM, text: moreRoom } : undefined;
  return warned ? undefined : { name: `${WRAP_UP} ${near.what}`, text: wrapUp(leftOf(near)) };
}

function leftOf({ what, used, limit }: LimitUse): string {
  const left = Math.max(0, limit - used);
  if (what === 'turns') return left === 1 ? 'this is your last turn' : `${left} turns are left`;
  if (what === 'minutes') return `${Math.ceil(left)} minutes are left`;
  return `$${left.toFixed(2)} is left to spend`;
}

/** Raises all limits in proportion to the added money: $5 more on a limit of $10 gives 50 % more turns and minutes. */
export function raiseLimits(limits: Limits, byUsd: number): Limits {
  const times = (limits.usd + byUsd) / limits.usd;
  return {
    turns: Math.ceil(limits.turns * times),
    usd: limits.usd + byUsd,
    minutes: limits.minutes * times,
  };
}
