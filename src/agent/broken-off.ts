import type { Outcome } from '../ports/run.js';
import type { Place } from '../text/lang/agent/messages.js';
import type { Messages } from '../text/lang/messages.js';
import { type Ended, isDay } from './ended.js';
import { visible } from './tools/shown.js';

interface Of {
  readonly role: string;
  readonly run: string;
  readonly limitUsd: number;
  readonly say: Messages;
  readonly place: Place;
}

/** How it ends without an answer; `place`: where somebody reads that, and replies. */
export function brokenOffBy(
  ended: Exclude<Ended, { ended: 'answered' }>,
  { role, run, limitUsd, say, place }: Of,
): Outcome {
  const spent = { usd: ended.spent.usd, turns: ended.turns };
  switch (ended.ended) {
    case 'asked': {
      const { id, kind, text, choices, stopped } = ended.question;
      const awaits = { id, kind, question: visible(text), ...(choices ? { choices: choices.map(visible) } : {}) };
      const guard = stopped ? { stopped, lifts: stopped.lifts } : {};
      const says = say.agent.asks({ role, run, place, ...guard, ...awaits });
      return {
        name: 'awaiting',
        says,
        awaits: { ...awaits, ...(stopped?.lifts === false ? { lifts: false } : {}) },
        result: spent,
      };
    }
    case 'budget': {
      const question = say.agent.budget({ why: ended.why, usd: ended.spent.usd, limitUsd });
      const awaits = { id: 'b-1', kind: 'budget', question } as const;
      const day = isDay(ended.why);
      return { name: 'awaiting', says: say.agent.asks({ role, run, place, day, ...awaits }), awaits, result: spent };
    }
    case 'stuck':
      return { name: 'stuck', says: say.agent.stuck({ role, why: ended.why }), result: { why: ended.why, ...spent } };
    case 'cancelled':
      return { name: 'cancelled', says: say.agent.cancelled({ run, place }), result: spent };
    case 'failed': {
      const { why } = ended;
      const detail = ended.detail === undefined ? undefined : visible(ended.detail);
      if (why !== 'service')
        return { name: 'failed', says: say.agent.failed({ role, why, detail }), result: { why, detail, ...spent } };
      const says = say.agent.failed({ role, why, detail, resumesAs: run, place });
      return { name: 'infra_error', says, result: { why, detail, ...spent } };
    }
  }
}
