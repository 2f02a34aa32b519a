// What happens before each turn that costs money: whether the agent must stop, and what notes the model gets. Pure.

import { sinceAfresh } from './conversation.js';
import type { End } from './ended.js';
import { type Gauge, limitNote, overOf } from './limits.js';
import { answerNow, nudges, shorter } from './prompt-texts.js';
import { circling } from './stuck.js';
import { callsOf, type Note, type TurnRecord } from './turn-record.js';

/** The agent stops after this many invalid answers or calls in a row. */
const WRONG = 3;

/** Why the agent must stop now; undefined if it may continue. */
export function halt(it: {
  beats: readonly TurnRecord[];
  gauges: readonly Gauge[];
  cancelled: boolean;
}): End<never> | undefined {
  const { beats, gauges, cancelled } = it;
  if (cancelled) return { ended: 'cancelled', why: 'cancelled' };
  if (beats.at(-1)?.told.turn.stop === 'declined') return { ended: 'failed', why: 'declined' };
  // The conversation was restarted once and overflows again at once, so it will never fit.
  if (beats.length > 1 && beats.slice(-2).every(({ told }) => told.turn.stop === 'overflow'))
    return { ended: 'failed', why: 'overflow' };
  if (beats.length >= WRONG && beats.slice(-WRONG).every(({ wrong }) => wrong))
    return { ended: 'failed', why: 'wrong' };
  const { stuck } = circling(sinceAfresh(beats));
  if (stuck !== undefined) return { ended: 'stuck', why: stuck };
  const over = overOf(gauges);
  return over && { ended: 'budget', why: over.what };
}

/** The notes for the next turn, beside the results of its calls. */
export function notesFor(beats: readonly TurnRecord[], gauges: readonly Gauge[]): readonly Note[] {
  const limit = limitNote(sinceAfresh(beats), gauges);
  const hints = circling(sinceAfresh(beats)).nudges.map((pattern) => ({ name: pattern, text: nudges[pattern] }));
  return [...wordless(beats.at(-1)), ...hints, ...(limit ? [limit] : [])];
}

/** The notes that were not sent in an earlier turn. */
export function notYetSent(beats: readonly TurnRecord[], notes: readonly Note[]): readonly Note[] {
  const said = new Set(beats.flatMap(({ told }) => told.notes.map(({ name }) => name)));
  return notes.filter(({ name }) => !said.has(name));
}

/** A turn without calls has no results, so the next request needs a note. */
function wordless(last: TurnRecord | undefined): readonly Note[] {
  if (!last || callsOf(last.told.turn).length > 0 || last.told.turn.stop === 'overflow') return [];
  if (last.told.turn.stop === 'length') return [{ name: 'shorter', text: shorter }];
  return [{ name: 'answer now', text: answerNow }];
}
