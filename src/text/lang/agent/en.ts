import { code } from '../../code.js';
import { usd } from '../fix/shared.js';
import { asksIn } from './asks.js';
import type { AgentMessages, AsksWords, WhyName } from './messages.js';
import { type Said, serviceSaid } from './service.js';
import { type Write, writeIn } from './write-in.js';

const whys: Readonly<Record<WhyName, string>> = {
  turns: 'it has taken as many turns as it may',
  usd: 'it has spent what it may',
  minutes: 'its time is over',
  budget: 'what this run may spend is spent',
  'user-day': 'what you may spend in a day is spent',
  'repository-day': 'what may be spent in this repository in a day is spent',
  repeats: 'it did the same again and again, and got the same',
  fails: 'it ran into the same error again and again',
  monologue: 'it talked instead of doing anything',
  'ping-pong': 'it went back and forth between two things',
  context: 'its turns were cut off for length again and again',
  'no progress': 'nothing new came of what it did',
  wrong: 'three times in a row its answer or its calls did not have the shape they must have',
  judged: 'its work was not accepted, however often it tried',
  declined: 'the model declined to go on',
  overflow: 'the conversation is too long for the model',
  service: 'the model’s service does not answer',
  cancelled: 'it was cancelled',
};

const eitherOf = (id: string, write: Write): string => `${write(`approve ${id}`)} or ${write(`reject ${id}`)}`;

const replies = {
  question: (id: string, write: Write) => write(`answer ${id} …`),
  approval: eitherOf,
  pause: eitherOf,
  budget: (_id: string, write: Write) => `${write('continue +2')} (two dollars more) or ${write('cancel')}`,
};

const anotherDay = (write: Write): string =>
  `${write('continue')} on another day, or when ${code('budget')} in the configuration allows more; or with ${write('cancel')}`;

const onOrOff = (write: Write): string => `${write('continue')} or ${write('cancel')}`;

/** What a service said that gave no turn, with the remedy where a person has one. */
const service: Readonly<Record<Said['is'], string>> = {
  silent: whys.service,
  key: 'the model’s service refused the key; set a valid one in ANTHROPIC_API_KEY',
  unknown:
    'the model’s service does not know the model or the address; see `models` in the configuration, and ANTHROPIC_BASE_URL',
  refused: 'the model’s service refused the request',
};

function whyOf(why: WhyName, detail: string | undefined): string {
  if (!detail) return whys[why];
  const { is, words } = why === 'service' ? serviceSaid(detail) : { is: null, words: detail };
  return `${is === null ? whys[why] : service[is]} (${words})`;
}

const asking: AsksWords = {
  waits: (role) => `**${role} waits for you.**`,
  wordsOf: (role) => `In the words of ${role}:`,
  stopped: (tool) => `The guard stopped ${code(tool)} before this:`,
  guardSays: 'Its reason:',
  lifted: (lifts) =>
    lifts
      ? 'An approval lets exactly this happen, once. A rejection has it look for another way.'
      : 'No approval lifts this. Going on has it look for another way.',
  reply: ({ run, id, kind, place, day = false, lifts = true }) => {
    const write = writeIn(run, place);
    const how = day ? anotherDay(write) : lifts ? replies[kind](id, write) : onOrOff(write);
    return `Reply with ${how}. Nothing runs meanwhile, and nothing is lost (${code(run)}).`;
  },
};

export const en: AgentMessages = {
  asks: asksIn(asking),
  asking,
  budget: ({ why, usd: spent, limitUsd }) =>
    `It stopped because ${whys[why]}: ${usd(spent)} of ${usd(limitUsd)}. Shall it go on?`,
  stuck: ({ role, why }) => `**${role} is stuck:** ${whys[why]}.`,
  cancelled: ({ run, place }) =>
    `Cancelled. What was done is kept; ${writeIn(run, place)('continue')} goes on from there.`,
  failed: ({ role, why, detail, resumesAs, place }) => {
    const on =
      resumesAs === undefined
        ? ''
        : ` What was done is kept; ${writeIn(resumesAs, place)('continue')} goes on from there.`;
    return `**${role} came to no end:** ${whyOf(why, detail)}.${on}`;
  },
};
