// The turns and calls of agents, read from the steps of a journal (agent/ask-model.ts and agent/call-tool.ts write them). Pure.
// The journal is untrusted: values of the wrong type are skipped, so that every journal can be shown.
import type { Step } from '../../ports/run.js';
import { type Fields, fieldsOf } from '../../text/json.js';

/** The result of a call. */
export type CallResult =
  | {
      readonly is: 'done';
      readonly text: string;
      readonly failed: boolean;
      readonly ms: number;
      /** The answer of a person, if one was asked. */
      readonly answered?: string | undefined;
      /** The call asked a person. */
      readonly asks: boolean;
      /** Commands that ran without approval, because the sandbox makes it unnecessary. */
      readonly unasked: readonly string[];
    }
  /** It started, and the journal has no result. */
  | { readonly is: 'begun' }
  /** It did not run: the call was invalid, or was not reached. */
  | { readonly is: 'void'; readonly why?: string | undefined };

export type Part =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'call'; readonly tool: string; readonly input: unknown; readonly deed: CallResult };

/** A failed model call. */
export interface FailedModelCall {
  readonly why: string;
  readonly at: number;
  readonly usd: number;
}

export interface Turn {
  readonly who: string;
  readonly number: number;
  readonly startedAt: number;
  /** When it ended. */
  readonly endedAt: number;
  readonly failedCalls: readonly FailedModelCall[];
  /** Messages of crew to the model before this turn, besides the results of calls. */
  readonly notes: readonly { readonly name: string; readonly text: string }[];
  readonly parts: readonly Part[];
  /** Why the turn ended. Empty if all model calls failed so far. */
  readonly stop: string;
  readonly usd: number;
  readonly tokens: NonNullable<Step['spent']>['tokens'];
}

/** The turns of one agent. */
export interface Transcript {
  readonly who: string;
  readonly turns: readonly Turn[];
}

const TURN = /^(\S+) turn (\d+)(?: again \d+)?$/;

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The agents of a run, in the order in which they began. */
export function transcriptsOf(all: readonly Step[]): readonly Transcript[] {
  const steps = new Map(all.map((step) => [step.name, step]));
  const tries = new Map<string, Map<number, Step[]>>();
  for (const step of steps.values()) {
    const [, who, number] = TURN.exec(step.name) ?? [];
    if (who === undefined) continue;
    const own = tries.get(who) ?? new Map<number, Step[]>();
    tries.set(who, own.set(Number(number), [...(own.get(Number(number)) ?? []), step]));
  }
  return [...tries].map(([who, turns]) => ({
    who,
    turns: [...turns].map(([number, all]) => turnOf({ who, number }, { all, steps })),
  }));
}

function turnOf(
  { who, number }: { who: string; number: number },
  { all, steps }: { all: readonly Step[]; steps: ReadonlyMap<string, Step> },
): Turn {
  const turnStep = all.find(({ value }) => fieldsOf(value).is === 'told');
  const { notes, turn, spoilt } = fieldsOf(turnStep?.value);
  const first = turnStep ?? all[0];
  return {
    who,
    number,
    startedAt: first?.began ?? 0,
    endedAt: first?.at ?? 0,
    failedCalls: all.flatMap(({ value, at, spent }) => {
      const { is, why } = fieldsOf(value);
      return is === 'lost' ? [{ why: textOf(why), at, usd: spent?.usd ?? 0 }] : [];
    }),
    notes: listOf(notes).map(({ name, text }) => ({ name: textOf(name), text: textOf(text) })),
    parts: partsOf(listOf(fieldsOf(turn).blocks), { who, number, steps, spoilt: fieldsOf(spoilt) }),
    stop: textOf(fieldsOf(turn).stop),
    usd: turnStep?.spent?.usd ?? 0,
    tokens: turnStep?.spent?.tokens ?? { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 },
  };
}

interface TurnContext {
  readonly who: string;
  readonly number: number;
  readonly steps: ReadonlyMap<string, Step>;
  /** Calls whose input was not recorded, each with the reason. */
  readonly spoilt: Fields;
}

function partsOf(blocks: readonly Fields[], around: TurnContext): readonly Part[] {
  let calls = 0;
  return blocks.flatMap((block): readonly Part[] => {
    const { kind, text, raw, id, tool, input } = block;
    if (kind === 'text') return textOf(text).trim() === '' ? [] : [{ kind: 'said', text: textOf(text) }];
    // The format of thinking differs between services. Only readable text is shown.
    if (kind === 'thinking') {
      const thought = textOf(fieldsOf(raw).thinking);
      return thought.trim() === '' ? [] : [{ kind: 'thought', text: thought }];
    }
    if (kind !== 'call') return [];
    calls += 1;
    const why = textOf(around.spoilt[textOf(id)]);
    return [{ kind: 'call', tool: textOf(tool), input, deed: callResultOf(`${calls}`, why, around) }];
  });
}

function callResultOf(call: string, why: string, { who, number, steps }: TurnContext): CallResult {
  const name = `${who} call ${number}.${call}`;
  const step = steps.get(name);
  if (!step) return steps.has(`${name} begins`) ? { is: 'begun' } : { is: 'void', ...(why === '' ? {} : { why }) };
  const { text, failed, question, unasked } = fieldsOf(step.value);
  const answered = steps.get(`${name} answered`);
  return {
    is: 'done',
    text: textOf(text),
    failed: failed === true,
    ms: step.at - step.began,
    asks: question !== undefined,
    unasked: Array.isArray(unasked) ? unasked.map(textOf).filter((each) => each !== '') : [],
    ...(answered ? { answered: textOf(fieldsOf(answered.value).text) } : {}),
  };
}
