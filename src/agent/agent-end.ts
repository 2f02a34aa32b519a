// The ways in which an agent ends, and the run's outcome for each. No action of a model causes an exception.
import type { Usage } from '../ports/model.js';
import type { Outcome } from '../ports/run.js';
import type { Place } from '../text/lang/agent/asks.js';
import type { Messages } from '../text/lang/en.js';
import type { DayEnd } from './budget.js';
import type { Question } from './tool.js';
import { escapeInvisible } from './tools/visible-text.js';

/** Why it ended without an answer. The messages for each code are in text/lang/agent. */
export type EndReason =
  | 'turns'
  | 'usd'
  | 'minutes'
  | 'budget'
  /** A daily budget is used up. */
  | DayEnd
  | 'repeats'
  | 'fails'
  | 'monologue'
  | 'ping-pong'
  | 'context'
  | 'no progress'
  /** Three invalid answers or calls in a row. */
  | 'wrong'
  /** The caller accepted none of its answers. */
  | 'judged'
  | 'declined'
  /** The conversation is too long for the model, even after a restart. */
  | 'overflow'
  /** The model's service failed; `detail` is its message. */
  | 'service'
  | 'cancelled';

/** Whether a daily budget is used up. More dollars for this run would then not help. */
export const isDay = (why: EndReason): boolean => why === 'user-day' || why === 'repository-day';

/** Its cost, including failed attempts, and the number of turns. */
export interface Totals {
  readonly spent: { readonly usd: number; readonly usage: Usage; readonly ms: number };
  readonly turns: number;
}

export type End<A> =
  | { readonly ended: 'answered'; readonly answer: A }
  /** The run waits for an answer and continues from here. */
  | { readonly ended: 'asked'; readonly question: Question }
  | {
      readonly ended: 'budget' | 'stuck' | 'cancelled' | 'failed';
      readonly why: EndReason;
      readonly detail?: string | undefined;
    };

export type AgentEnd<A = unknown> = End<A> & Totals;

/** Thrown inside a step to end the agent. The step is not recorded, so a continued run repeats it. */
export class AgentStop extends Error {
  readonly end: End<never>;

  constructor(end: End<never>) {
    super(end.ended);
    this.name = 'Ends';
    this.end = end;
  }
}

interface OutcomeContext {
  readonly role: string;
  readonly run: string;
  readonly limitUsd: number;
  readonly say: Messages;
  readonly place: Place;
}

/** The outcome of the run for an agent that ended without an answer. `place`: where the message is read. */
export function outcomeWithoutAnswer(
  ended: Exclude<AgentEnd, { ended: 'answered' }>,
  { role, run, limitUsd, say: messages, place }: OutcomeContext,
): Outcome {
  const spent = { usd: ended.spent.usd, turns: ended.turns };
  switch (ended.ended) {
    case 'asked': {
      const { id, kind, text, choices, stopped } = ended.question;
      const awaits = {
        id,
        kind,
        question: escapeInvisible(text),
        ...(choices ? { choices: choices.map(escapeInvisible) } : {}),
      };
      const guard = stopped ? { stopped, lifts: stopped.lifts } : {};
      const says = messages.agent.asks({ role, run, place, ...guard, ...awaits });
      return {
        name: 'awaiting',
        says,
        awaits: { ...awaits, ...(stopped?.lifts === false ? { lifts: false } : {}) },
        result: spent,
      };
    }
    case 'budget': {
      const question = messages.agent.budget({ why: ended.why, usd: ended.spent.usd, limitUsd });
      const awaits = { id: 'b-1', kind: 'budget', question } as const;
      const day = isDay(ended.why);
      return {
        name: 'awaiting',
        says: messages.agent.asks({ role, run, place, day, ...awaits }),
        awaits,
        result: spent,
      };
    }
    case 'stuck':
      return {
        name: 'stuck',
        says: messages.agent.stuck({ role, why: ended.why }),
        result: { why: ended.why, ...spent },
      };
    case 'cancelled':
      return { name: 'cancelled', says: messages.agent.cancelled({ run, place }), result: spent };
    case 'failed': {
      const { why } = ended;
      const detail = ended.detail === undefined ? undefined : escapeInvisible(ended.detail);
      if (why !== 'service')
        return {
          name: 'failed',
          says: messages.agent.failed({ role, why, detail }),
          result: { why, detail, ...spent },
        };
      const says = messages.agent.failed({ role, why, detail, resumesAs: run, place });
      return { name: 'infra_error', says, result: { why, detail, ...spent } };
    }
  }
}
