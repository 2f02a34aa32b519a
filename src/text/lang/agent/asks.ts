// The message of a run that waits for a person: who asks, the question, and how to reply. A model's words are quoted and its commands stand in
// a code block, so that readers cannot take them for crew's own words. Used by en.ts and ja.ts, src/agent/agent-end.ts, and many files of
// src/workflows/fix.

import { blockquote, code, codeBlock, plainQuestion, plainWords } from '../../quote.js';

/** Where a person reads the message, which decides how commands are written in it. */
export type ReadingPlace = 'terminal' | 'thread';

/** The question that a run waits for, and the role that asks. */
export interface AskingRun {
  readonly role: string;
  /** Whether crew itself asks, so that the question is not quoted. */
  readonly own?: boolean | undefined;
  readonly run: string;
  /** The id of the question, which an answer names. */
  readonly id: string;
  readonly kind: 'question' | 'approval' | 'pause' | 'budget';
  /** For the kind `question` the role's words, which are quoted; for the other kinds crew's. */
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
  /** Default: a thread. */
  readonly place?: ReadingPlace | undefined;
  /** For a budget: whether a daily limit is used up, so that a larger budget of the run would not help. */
  readonly day?: boolean | undefined;
  /** For a pause: the call that the guard stopped. */
  readonly stopped?: StoppedCall | undefined;
  /** For a pause: whether the call can be approved. Default: true. */
  readonly lifts?: boolean | undefined;
}

/** A call that the guard stopped. */
export interface StoppedCall {
  /** crew's name of the tool. */
  readonly tool: string;
  /** The command line, path or URL. */
  readonly what: string;
  readonly why: string;
}

/** The texts of the message in one language. */
export interface AsksWords {
  /** The first line. */
  readonly waits: (role: string, kind: AskingRun['kind']) => string;
  /** The line before a quotation. */
  readonly wordsOf: (role: string) => string;
  /** The line before the call that the guard stopped, and the line before the guard's reason. */
  readonly stopped: (tool: string) => string;
  readonly guardSays: string;
  /** What an approval does; if the call cannot be approved, what continuing does. */
  readonly lifted: (lifts: boolean) => string;
  readonly reply: (of: Pick<AskingRun, 'run' | 'id' | 'kind' | 'place' | 'day' | 'lifts'>) => string;
}

/** A function that writes the message with the texts of a language. */
export const askingMessage =
  (say: AsksWords) =>
  (of: AskingRun): string =>
    [say.waits(of.role, of.kind), ...questionParts(of, say), say.reply(of)].join('\n\n');

/** The question: the stopped call with the guard's reason, or the question with its choices. */
function questionParts(of: AskingRun, say: AsksWords): readonly string[] {
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

/** Writes a command, such as `cancel`, as people type it at this place. */
export type CommandFormat = (words: string) => string;

/** In a thread, crew knows the run from the thread. At a terminal, the command has to name the run. */
export function commandFormat(run: string, place: ReadingPlace = 'thread'): CommandFormat {
  return (words) => code(place === 'thread' ? `/crew ${words}` : `crew ${words} --run ${run}`);
}
