// The page of a run that waits: who asks, what, and how to reply. What a model says on it stands in a quotation, and what it wanted to
// run in a fence: nothing that a model writes reads as if crew said it.
import { askedWords, code, inFence, inQuote, plainWords } from '../../quote.js';
import type { Asks, AsksWords, Place } from './messages.js';

/** The page, in the words of a language. */
export const asksIn =
  (say: AsksWords) =>
  (of: Asks): string =>
    [say.waits(of.role), ...questionParts(of, say), say.reply(of)].join('\n\n');

/** The question itself, as far as it is crew's to put. */
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

/** A way to write a command where it is read. */
export type Write = (words: string) => string;

/** A command as it is typed where it is read: in a thread the run is known, at a terminal it has to be named. */
export function writeIn(run: string, place: Place = 'thread'): Write {
  return (words) => code(place === 'thread' ? `/crew ${words}` : `crew ${words} --run ${run}`);
}
