// How an agent's work ends. Never by an exception of the model's making: whatever it does comes out as one of these.
import type { Usage } from '../ports/model.js';
import type { DayEnd } from './run-budget.js';
import type { Question } from './tool.js';

/** Why it ended without an answer; a code, so that whoever tells people finds the sentence in their language. */
export type Why =
  | 'turns'
  | 'usd'
  | 'minutes'
  | 'budget'
  /** What is left of today's budget, of whoever asked or of the repository. */
  | DayEnd
  | 'repeats'
  | 'fails'
  | 'monologue'
  | 'ping-pong'
  | 'context'
  | 'no progress'
  /** Three answers or calls in a row that fit no schema. */
  | 'wrong'
  /** Whoever gave the work took none of its answers, and said that it is over. */
  | 'judged'
  | 'declined'
  /** The conversation fits the window no more, not even begun afresh. */
  | 'overflow'
  /** The model's service; `detail` has its words. */
  | 'service'
  | 'cancelled';

/** Whether a day's budget ended it: more dollars for the run would change nothing. */
export const isDay = (why: Why): boolean => why === 'user-day' || why === 'repository-day';

/** What it cost, lost attempts included, and how many turns happened. */
export interface Sum {
  readonly spent: { readonly usd: number; readonly usage: Usage; readonly ms: number };
  readonly turns: number;
}

export type End<A> =
  | { readonly ended: 'answered'; readonly answer: A }
  /** The run waits; told again with an answer to the question, it goes on where it stopped. */
  | { readonly ended: 'asked'; readonly question: Question }
  | {
      readonly ended: 'budget' | 'stuck' | 'cancelled' | 'failed';
      readonly why: Why;
      readonly detail?: string | undefined;
    };

export type Ended<A = unknown> = End<A> & Sum;

/** Thrown out of a step, so that the step is not written down: told again, the agent gets another chance to go on. */
export class Ends extends Error {
  readonly end: End<never>;

  constructor(end: End<never>) {
    super(end.ended);
    this.name = 'Ends';
    this.end = end;
  }
}
