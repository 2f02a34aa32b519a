// What is said to the model before a turn, beside the results of its calls. Pure.

import { type Gauge, limitNote } from './limits.js';
import { sinceAfresh } from './messages.js';
import { circling } from './stuck.js';
import { callsOf, type Note, type TurnRecord } from './turn-record.js';
import { answerNow, nudges, shorter } from './words.js';

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
