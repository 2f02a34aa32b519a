// Messages about agents, their questions and failures, in English. Part of ../en.ts.

import { code } from '../../quote.js';
import { dollarsIn } from '../../values.js';
import { type AsksWords, askingMessage, type CommandFormat, commandFormat, type ReadingPlace } from './asks.js';
import { readServiceError, type ServiceError } from './service.js';

const dollars = dollarsIn('en');

const reasons = {
  turns: 'it reached its turn limit',
  usd: 'it reached its cost limit',
  minutes: 'it reached its time limit',
  budget: 'the budget of this run is used up',
  'user-day': 'your daily budget is used up',
  'repository-day': 'the daily budget of this repository is used up',
  repeats: 'it repeated the same call with the same result',
  fails: 'it got the same error again and again',
  monologue: 'it wrote text and called no tool',
  'ping-pong': 'it alternated between two calls',
  context: 'its answers were cut off again and again because they were too long',
  'no progress': 'it made no progress',
  wrong: 'it gave three invalid answers or calls in a row',
  judged: 'none of its attempts was accepted',
  declined: 'the model declined to continue',
  overflow: 'the conversation is too long for the model',
  service: 'the model service does not answer',
  cancelled: 'it was cancelled',
};

/** Why an agent ended without an answer. */
export type AgentEndReason = keyof typeof reasons;

interface Failure {
  readonly role: string;
  readonly why: AgentEndReason;
  readonly detail: string | undefined;
  /** The run id, if the run can be continued. */
  readonly resumesAs?: string | undefined;
  readonly place?: ReadingPlace | undefined;
}

const eitherOf = (id: string, write: CommandFormat): string => `${write(`approve ${id}`)} or ${write(`reject ${id}`)}`;

const replies = {
  question: (id: string, write: CommandFormat) => write(`answer ${id} …`),
  approval: eitherOf,
  pause: eitherOf,
  budget: (_id: string, write: CommandFormat) => `${write('continue +2')} (adds $2) or ${write('cancel')}`,
};

const anotherDay = (write: CommandFormat): string =>
  `${write('continue')} tomorrow, or after raising ${code('budget')} in the configuration; or ${write('cancel')}`;

const onOrOff = (write: CommandFormat): string => `${write('continue')} or ${write('cancel')}`;

/** What a failed call to the model service means, with the remedy where there is one. */
const service: Readonly<Record<ServiceError['kind'], string>> = {
  silent: reasons.service,
  key: 'the model service rejected the key; set a valid ANTHROPIC_API_KEY',
  unknown:
    'the model service does not know this model or address; check `models` in the configuration and ANTHROPIC_BASE_URL',
  refused: 'the model service rejected the request',
};

function whyOf(why: AgentEndReason, detail: string | undefined): string {
  if (!detail) return reasons[why];
  if (why !== 'service') return `${reasons[why]} (${detail})`;
  const { kind, message } = readServiceError(detail);
  return `${service[kind]} (${message})`;
}

const asking: AsksWords = {
  waits: (role, kind) => `**${role} is waiting for your ${kind === 'approval' ? 'approval' : 'answer'}.**`,
  wordsOf: (role) => `${role} asks:`,
  stopped: (tool) => `The guard stopped this call of ${code(tool)}:`,
  guardSays: 'The reason:',
  lifted: (lifts) =>
    lifts
      ? 'If you approve, exactly this call is allowed, once. If you reject, the agent looks for another way.'
      : 'This call cannot be approved. If you continue, the agent looks for another way.',
  reply: ({ run, id, kind, place, day = false, lifts = true }) => {
    const write = commandFormat(run, place);
    const how = day ? anotherDay(write) : lifts ? replies[kind](id, write) : onOrOff(write);
    return `Reply with ${how}. ${code(run)} waits for your reply for at most 14 days.`;
  },
};

export const en = {
  /** The role of the Editor in messages. */
  model: 'The model',
  asks: askingMessage(asking),
  asking,
  /** The question of a run whose budget is used up. */
  budget: ({ why, usd: spent, limitUsd }: { why: AgentEndReason; usd: number; limitUsd: number }): string =>
    `It stopped because ${reasons[why]} (${dollars(spent)} of ${dollars(limitUsd)}). Continue?`,
  stuck: ({ role, why }: { role: string; why: AgentEndReason }): string => `**${role} is stuck:** ${reasons[why]}.`,
  cancelled: ({ run, place }: { run: string; place?: ReadingPlace | undefined }): string =>
    `Cancelled. The work so far is kept. ${commandFormat(run, place)('continue')} continues it.`,
  failed: ({ role, why, detail, resumesAs, place }: Failure): string => {
    const on =
      resumesAs === undefined
        ? ''
        : ` The work so far is kept. ${commandFormat(resumesAs, place)('continue')} continues it.`;
    return `**${role} failed:** ${whyOf(why, detail)}.${on}`;
  },
};

export type AgentMessages = typeof en;
