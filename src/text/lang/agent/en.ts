import { code } from '../../code.js';
import type { AgentMessages, WhyName } from './messages.js';

const whys: Readonly<Record<WhyName, string>> = {
  turns: 'it has taken as many turns as it may',
  usd: 'it has spent what it may',
  minutes: 'its time is over',
  purse: 'what this run may spend is spent',
  repeats: 'it did the same again and again, and got the same',
  fails: 'it ran into the same error again and again',
  monologue: 'it talked instead of doing anything',
  'ping-pong': 'it went back and forth between two things',
  context: 'it lost hold of the conversation',
  'no progress': 'nothing new came of what it did',
  wrong: 'three answers in a row did not have the shape they must have',
  judged: 'its work was not accepted, however often it tried',
  declined: 'the model declined to go on',
  overflow: 'the conversation is too long for the model',
  service: 'the model’s service does not answer',
  cancelled: 'it was cancelled',
};

const usd = (amount: number): string => `$${amount.toFixed(2)}`;

const replies = {
  question: (id: string) => code(`/crew answer ${id} …`),
  approval: (id: string) => `${code(`/crew approve ${id}`)} or ${code(`/crew reject ${id}`)}`,
  pause: (id: string) => `${code(`/crew approve ${id}`)} or ${code(`/crew reject ${id}`)}`,
  budget: () => `${code('/crew continue +2')} (two dollars more) or ${code('/crew cancel')}`,
};

export const en: AgentMessages = {
  asks: ({ role, run, id, kind, question, choices = [] }) =>
    [
      `**${role} waits for you.** ${question}`,
      ...(choices.length > 0 ? [choices.map((choice) => `- ${choice}`).join('\n')] : []),
      `Reply with ${replies[kind](id)}. Nothing runs meanwhile, and nothing is lost (${code(run)}).`,
    ].join('\n\n'),
  budget: ({ why, usd: spent, limitUsd }) =>
    `It stopped because ${whys[why]}: ${usd(spent)} of ${usd(limitUsd)}. Shall it go on?`,
  stuck: ({ role, why }) => `**${role} is stuck:** ${whys[why]}.`,
  cancelled: ({ run }) => `Cancelled. What was done is kept; ${code(`crew continue --run ${run}`)} goes on from there.`,
  failed: ({ role, why, detail }) => `**${role} came to no end:** ${whys[why]}${detail ? ` (${detail})` : ''}.`,
};
