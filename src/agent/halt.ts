// Whether an agent may take another turn. Pure; asked before each one that would cost something.

import type { End } from './ended.js';
import { type Gauge, overOf } from './limits.js';
import { sinceAfresh } from './messages.js';
import { circling } from './stuck.js';
import type { TurnRecord } from './turn-record.js';

/** So many wrong answers or calls in a row are no slip. */
const WRONG = 3;

/** Why it ends here, or nothing. */
export function halt(it: {
  beats: readonly TurnRecord[];
  gauges: readonly Gauge[];
  cancelled: boolean;
}): End<never> | undefined {
  const { beats, gauges, cancelled } = it;
  if (cancelled) return { ended: 'cancelled', why: 'cancelled' };
  if (beats.at(-1)?.told.turn.stop === 'declined') return { ended: 'failed', why: 'declined' };
  // Once it was begun afresh; what does not fit even so never will. After good turns in between it may be begun afresh again.
  if (beats.length > 1 && beats.slice(-2).every(({ told }) => told.turn.stop === 'overflow'))
    return { ended: 'failed', why: 'overflow' };
  if (beats.length >= WRONG && beats.slice(-WRONG).every(({ wrong }) => wrong))
    return { ended: 'failed', why: 'wrong' };
  const { stuck } = circling(sinceAfresh(beats));
  if (stuck !== undefined) return { ended: 'stuck', why: stuck };
  const over = overOf(gauges);
  return over && { ended: 'budget', why: over.what };
}
