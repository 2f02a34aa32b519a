// The ways in which an agent ends, and the run's outcome for each. Used by the agent loop and by the workflows that run agents. Nothing that a
// model does causes an exception.
import type { Usage } from '../ports/model.js';
import type { Outcome } from '../ports/run.js';
import type { ReadingPlace } from '../text/lang/agent/asks.js';
import type { Messages } from '../text/lang/en.js';
import type { DailyLimit } from './budget.js';
import type { Question } from './tool.js';
import { escapeInvisible } from './tools/visible-text.js';

/** Why an agent ended without an answer. The messages for each code are in text/lang/agent. */
export type EndReason =
  /** A limit of the role is used up: turns, dollars or minutes. */
  | 'turns'
  | 'usd'
  | 'minutes'
  /** The budget of the run is used up. */
  | 'budget'
  /** A daily budget is used up. */
  | DailyLimit
  /** The agent made no progress (loop-detection.ts). */
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
  /** The model refused to go on. */
  | 'declined'
  /** The conversation is too long for the model, even after a restart. */
  | 'overflow'
  /** The model's service failed; `detail` is its message. */
  | 'service'
  | 'cancelled';

/** Whether the reason is a daily budget. More dollars for this run do not help then. */
export const isDailyLimit = (why: EndReason): boolean => why === 'user-day' || why === 'repository-day';

/** What an agent cost, including failed attempts, and its number of turns. */
export interface Totals {
  readonly spent: { readonly usd: number; readonly usage: Usage; readonly ms: number };
  readonly turns: number;
}

/** How an agent ended. */
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

/** Thrown inside a step of the journal to end the agent. The step is not recorded, so a continued run repeats it. */
export class AgentStop extends Error {
  readonly end: End<never>;

  constructor(end: End<never>) {
    super(end.ended);
    this.name = 'AgentStop';
    this.end = end;
  }
}

interface OutcomeContext {
  readonly role: string;
  readonly run: string;
  readonly limitUsd: number;
  readonly say: Messages;
  readonly place: ReadingPlace;
}

/** The outcome of the run for an agent that ended without an answer. `place`: where the message is read. */
export function outcomeWithoutAnswer(
  agentEnd: Exclude<AgentEnd, { ended: 'answered' }>,
  { role, run, limitUsd, say: messages, place }: OutcomeContext,
): Outcome {
  const spent = { usd: agentEnd.spent.usd, turns: agentEnd.turns };
  switch (agentEnd.ended) {
    case 'asked': {
      const { id, kind, text, choices, stopped } = agentEnd.question;
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
      const question = messages.agent.budget({ why: agentEnd.why, usd: agentEnd.spent.usd, limitUsd });
      const awaits = { id: 'b-1', kind: 'budget', question } as const;
      const isDaily = isDailyLimit(agentEnd.why);
      return {
        name: 'awaiting',
        says: messages.agent.asks({ role, run, place, day: isDaily, ...awaits }),
        awaits,
        result: spent,
      };
    }
    case 'stuck':
      return {
        name: 'stuck',
        says: messages.agent.stuck({ role, why: agentEnd.why }),
        result: { why: agentEnd.why, ...spent },
      };
    case 'cancelled':
      return { name: 'cancelled', says: messages.agent.cancelled({ run, place }), result: spent };
    case 'failed': {
      const { why } = agentEnd;
      const detail = agentEnd.detail === undefined ? undefined : escapeInvisible(agentEnd.detail);
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
