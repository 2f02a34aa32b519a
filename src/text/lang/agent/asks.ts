// The message of a run that waits: who asks, the question, and how to reply. A model's words are quoted and its commands are in a code
// block, so that they cannot be taken for crew's own words.

import { askedWords, code, inFence, inQuote, plainWords } from '../../quote.js';
import type { Asks, AsksWords, Place } from './messages.js';

/** Creates the message with the texts of a language. */
export const asksIn =
  (say: AsksWords) =>
  (of: Asks): string =>
    [say.waits(of.role), ...questionParts(of, say), say.reply(of)].join('\n\n');

/** The question. */
function questionParts(of: Asks, say: AsksWords): readonly string[] {
  const { role, own = false, kind, question, choices = [], stopped, lifts = true } = of;
  if (stopped)
    return [
      say.stopped(stopped.tool),
      inFence(stopped.what, 'text'),
      say.guardSays,
      inQuote(plainWords(stopped.why)),
      say.lifted(lifts),
    ];
  if (kind === 'question' && !own) return [say.wordsOf(role), inQuote(askedWords(question, choices))];
  return [question, ...(choices.length > 0 ? [choices.map((choice) => `- ${choice}`).join('\n')] : [])];
}

/** Formats a command for the place where it is read. */
export type Write = (words: string) => string;

/** In a thread the run is known from the thread; at a terminal the command names it. */
export function writeIn(run: string, place: Place = 'thread'): Write {
  return (words) => code(place === 'thread' ? `/crew ${words}` : `crew ${words} --run ${run}`);
}
