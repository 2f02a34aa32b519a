// The message of a run that waits: who asks, the question, and how to reply. A model's words are quoted and its commands stand in a
// code block, so that a reader cannot take them for crew's own words.

import { blockquote, code, codeBlock, plainQuestion, plainWords } from '../../quote.js';

/** Where the text is read, which decides how commands are written. Default: a thread. */
export type Place = 'terminal' | 'thread';

/** The question that a run waits for, and the role that asks. */
export interface Asks {
  readonly role: string;
  /** crew itself asks, so the question is not quoted. */
  readonly own?: boolean | undefined;
  readonly run: string;
  readonly id: string;
  readonly kind: 'question' | 'approval' | 'pause' | 'budget';
  /** For kind `question`: the role's words, which are quoted. For other kinds: crew's words. */
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
  readonly place?: Place | undefined;
  /** For a budget: a daily limit is used up, so adding money to the run does not help. */
  readonly day?: boolean | undefined;
  /** For a pause: the call that the guard stopped. */
  readonly stopped?: Stopped | undefined;
  /** For a pause: false if approval is not possible. */
  readonly lifts?: boolean | undefined;
}

/** A call that the guard stopped. */
export interface Stopped {
  /** crew's name of the tool. */
  readonly tool: string;
  /** The command line, path or URL. */
  readonly what: string;
  readonly why: string;
}

/** The parts of a message that asks. */
export interface AsksWords {
  readonly waits: (role: string) => string;
  /** The line before a quotation. */
  readonly wordsOf: (role: string) => string;
  readonly stopped: (tool: string) => string;
  readonly guardSays: string;
  /** What approving does; if approval is not possible, what continuing does. */
  readonly lifted: (lifts: boolean) => string;
  readonly reply: (of: Pick<Asks, 'run' | 'id' | 'kind' | 'place' | 'day' | 'lifts'>) => string;
}

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
      codeBlock(stopped.what, 'text'),
      say.guardSays,
      blockquote(plainWords(stopped.why)),
      say.lifted(lifts),
    ];
  if (kind === 'question' && !own) return [say.wordsOf(role), blockquote(plainQuestion(question, choices))];
  return [question, ...(choices.length > 0 ? [choices.map((choice) => `- ${choice}`).join('\n')] : [])];
}

/** Formats a command for the place where it is read. */
export type Write = (words: string) => string;

/** In a thread the run is known from the thread; at a terminal the command names it. */
export function writeIn(run: string, place: Place = 'thread'): Write {
  return (words) => code(place === 'thread' ? `/crew ${words}` : `crew ${words} --run ${run}`);
}
