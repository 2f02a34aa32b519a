// Whether an agent may take another turn. Pure; asked before each one that would cost something.

import { sinceAfresh } from './conversation.js';
import type { End } from './ended.js';
import { type Gauge, limitNote, overOf } from './limits.js';
import { answerNow, nudges, shorter } from './prompt-texts.js';
import { circling } from './stuck.js';
import { callsOf, type Note, type TurnRecord } from './turn-record.js';

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

/** The notes for the turn after these beats. */
export function notesFor(beats: readonly TurnRecord[], gauges: readonly Gauge[]): readonly Note[] {
  const limit = limitNote(sinceAfresh(beats), gauges);
  const hints = circling(sinceAfresh(beats)).nudges.map((pattern) => ({ name: pattern, text: nudges[pattern] }));
  return [...wordless(beats.at(-1)), ...hints, ...(limit ? [limit] : [])];
}

/** Those of the notes that were not said before any of these beats. */
export function notYetSent(beats: readonly TurnRecord[], notes: readonly Note[]): readonly Note[] {
  const said = new Set(beats.flatMap(({ told }) => told.notes.map(({ name }) => name)));
  return notes.filter(({ name }) => !said.has(name));
}

/** After a turn without calls something has to be said, or there would be no next one. */
function wordless(last: TurnRecord | undefined): readonly Note[] {
  if (!last || callsOf(last.told.turn).length > 0 || last.told.turn.stop === 'overflow') return [];
  if (last.told.turn.stop === 'length') return [{ name: 'shorter', text: shorter }];
  return [{ name: 'answer now', text: answerNow }];
}
