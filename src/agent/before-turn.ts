// Decides before each turn whether the agent must stop, and which notes the model gets. Pure. Used by ask-model.ts.

import type { End } from './agent-end.js';
import { currentConversation } from './conversation.js';
import { exceededLimit, type LimitUse, limitNote } from './limits.js';
import { detectLoops } from './loop-detection.js';
import { answerNow, nudges, shorterTurn } from './prompt-texts.js';
import { callsOf, type Note, type TurnWithResults } from './turn-record.js';

/** The agent stops after this many invalid answers or calls in a row. */
const MAX_INVALID_TURNS = 3;

/** Why the agent must stop now; undefined if it may continue. */
export function stopReason(agent: {
  records: readonly TurnWithResults[];
  limitUses: readonly LimitUse[];
  isCancelled: boolean;
}): End<never> | undefined {
  const { records, limitUses, isCancelled } = agent;
  if (isCancelled) return { ended: 'cancelled', why: 'cancelled' };
  if (records.at(-1)?.reply.turn.stop === 'declined') return { ended: 'failed', why: 'declined' };
  // The conversation was restarted once and overflows again at once, so it will never fit.
  if (records.length > 1 && records.slice(-2).every(({ reply }) => reply.turn.stop === 'overflow'))
    return { ended: 'failed', why: 'overflow' };
  if (records.length >= MAX_INVALID_TURNS && records.slice(-MAX_INVALID_TURNS).every(({ isInvalid }) => isInvalid))
    return { ended: 'failed', why: 'wrong' };
  const { stuck } = detectLoops(currentConversation(records));
  if (stuck !== undefined) return { ended: 'stuck', why: stuck };
  const exceeded = exceededLimit(limitUses);
  return exceeded && { ended: 'budget', why: exceeded.kind };
}

/** The notes that the model gets with the results of its last calls. */
export function notesFor(records: readonly TurnWithResults[], limitUses: readonly LimitUse[]): readonly Note[] {
  const limit = limitNote(currentConversation(records), limitUses);
  const hints = detectLoops(currentConversation(records)).nudges.map((pattern) => ({
    name: pattern,
    text: nudges[pattern],
  }));
  return [...noteWithoutCalls(records.at(-1)), ...hints, ...(limit ? [limit] : [])];
}

/** The notes that were not sent in an earlier turn. */
export function notYetSent(records: readonly TurnWithResults[], notes: readonly Note[]): readonly Note[] {
  const sent = new Set(records.flatMap(({ reply }) => reply.notes.map(({ name }) => name)));
  return notes.filter(({ name }) => !sent.has(name));
}

/** After a turn without calls there are no results to send, so the next request needs a note. */
function noteWithoutCalls(last: TurnWithResults | undefined): readonly Note[] {
  if (!last || callsOf(last.reply.turn).length > 0 || last.reply.turn.stop === 'overflow') return [];
  if (last.reply.turn.stop === 'length') return [{ name: 'shorter', text: shorterTurn }];
  return [{ name: 'answer now', text: answerNow }];
}
