import { type Ended, isDay } from '../../agent/ended.js';
import { visible } from '../../agent/tools/shown.js';
import type { Outcome } from '../../core/outcome.js';
import type { Place } from '../../text/lang/agent/messages.js';
import type { Messages } from '../../text/lang/messages.js';

export interface Of {
  readonly role: string;
  readonly run: string;
  readonly limitUsd: number;
  readonly say: Messages;
  readonly dryRun: boolean;
}

/** How a role's work ends, as a run does; and what there is to say about it. */
export function outcomeOf(ended: Ended, { dryRun, ...of }: Of): Outcome {
  if (ended.ended !== 'answered') return brokenOffBy(ended, { ...of, place: 'terminal' });
  return {
    name: dryRun ? 'planned' : 'done',
    says: visible(textOf(ended.answer)),
    result: { answer: ended.answer, usd: ended.spent.usd, turns: ended.turns },
  };
}

/** How it ends without an answer; `place`: where somebody reads that, and replies. */
export function brokenOffBy(
  ended: Exclude<Ended, { ended: 'answered' }>,
  { role, run, limitUsd, say, place }: Omit<Of, 'dryRun'> & { readonly place: Place },
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
      const says = say.agent.failed({ role, why, detail, goesOn: run, place });
      return { name: 'infra_error', says, result: { why, detail, ...spent } };
    }
  }
}

/** A role's answer is data of its own shape; its first text is what it says, the rest stands below it as it is. */
function textOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return String(answer);
  const [lead, ...rest] = Object.entries(answer);
  if (lead && rest.length === 0 && typeof lead[1] === 'string') return lead[1];
  if (lead && typeof lead[1] === 'string') {
    return [lead[1], ...rest.filter(([, value]) => !isEmpty(value)).map(([name, value]) => partOf(name, value))].join(
      '\n\n',
    );
  }
  return `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``;
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

function partOf(name: string, value: unknown): string {
  const lines = Array.isArray(value) ? value.map((each) => `- ${lineOf(each)}`) : [lineOf(value)];
  return [`**${name}**`, ...lines].join('\n');
}

/** `file:line: what it shows`, where a thing has a place; else what it holds, side by side. */
function lineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { file, line, ...rest } = value as Readonly<Record<string, unknown>>;
  const place = file === undefined ? [] : [`\`${file}${line === undefined ? '' : `:${line}`}\``];
  return [...place, ...Object.values(rest).map(String)].join(': ');
}
