// The turns and calls of agents, read from the steps of a journal that src/agent writes. Used by shown-run.ts and the page of a run. Pure.
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
      /** The answer of the person whom the call asked. */
      readonly answered?: string | undefined;
      /** Whether the call asked a person. */
      readonly asks: boolean;
      /** Commands that ran without approval, because the sandbox makes it unnecessary. */
      readonly unasked: readonly string[];
    }
  /** It started, and the journal has no result. */
  | { readonly is: 'begun' }
  /** It did not run: it was invalid, or the agent ended before it. */
  | { readonly is: 'void'; readonly why?: string | undefined };

/** A part of a model's answer: text, reasoning, or a call with its result. */
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

/** One answer of the model to an agent. Times are in milliseconds. */
export interface Turn {
  /** The agent's name in the journal, such as `editor`. */
  readonly who: string;
  readonly number: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failedCalls: readonly FailedModelCall[];
  /** crew's messages to the model before this turn, except the results of calls. */
  readonly notes: readonly { readonly name: string; readonly text: string }[];
  readonly parts: readonly Part[];
  /** The model's reason for ending the turn. Empty if all model calls failed so far. */
  readonly stop: string;
  readonly usd: number;
  readonly tokens: NonNullable<Step['spent']>['tokens'];
}

/** The turns of one agent. */
export interface Transcript {
  readonly who: string;
  readonly turns: readonly Turn[];
}

/** `editor turn 3`; `editor turn 3 again 2` for a repeated model call. */
const TURN = /^(\S+) turn (\d+)(?: again \d+)?$/;

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The agents of a run, in the order in which they began. */
export function transcriptsOf(all: readonly Step[]): readonly Transcript[] {
  const steps = new Map(all.map((step) => [step.name, step]));
  /** By agent and turn, the steps of its model calls. */
  const modelCalls = new Map<string, Map<number, Step[]>>();
  for (const step of steps.values()) {
    const [, who, number] = TURN.exec(step.name) ?? [];
    if (who === undefined) continue;
    const ofAgent = modelCalls.get(who) ?? new Map<number, Step[]>();
    modelCalls.set(who, ofAgent.set(Number(number), [...(ofAgent.get(Number(number)) ?? []), step]));
  }
  return [...modelCalls].map(([who, turns]) => ({
    who,
    turns: [...turns].map(([number, calls]) => turnOf({ who, number }, { calls, steps })),
  }));
}

function turnOf(
  { who, number }: { who: string; number: number },
  { calls, steps }: { calls: readonly Step[]; steps: ReadonlyMap<string, Step> },
): Turn {
  // `told` marks the model call that succeeded, `lost` one that failed.
  const turnStep = calls.find(({ value }) => fieldsOf(value).is === 'told');
  const { notes, turn, spoilt } = fieldsOf(turnStep?.value);
  const first = turnStep ?? calls[0];
  return {
    who,
    number,
    startedAt: first?.began ?? 0,
    endedAt: first?.at ?? 0,
    failedCalls: calls.flatMap(({ value, at, spent }) => {
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
  /** By the id of a call whose input was not recorded, the reason. */
  readonly spoilt: Fields;
}

function partsOf(blocks: readonly Fields[], context: TurnContext): readonly Part[] {
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
    const why = textOf(context.spoilt[textOf(id)]);
    return [{ kind: 'call', tool: textOf(tool), input, deed: callResultOf(`${calls}`, why, context) }];
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
