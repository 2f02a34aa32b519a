// The journal's records of an agent: one for each attempt at a turn and one for each call. The names of their fields are stored. The
// conversation and the loop detection are computed from the records, so a continued run behaves like the original one. Pure. Used by the agent
// loop and by fix.

import type { Block, Call, CallResult, Turn, Usage } from '../ports/model.js';
import { digestOf } from '../text/digest.js';

/** What one turn cost. */
export interface TurnCost {
  readonly usage: Usage;
  readonly usd: number;
  /** Time since the previous record, including the calls of the turn before. */
  readonly ms: number;
}

/** A text for the model in addition to the results of its calls. A note is sent once for each name. */
export interface Note {
  readonly name: string;
  readonly text: string;
}

/** A reply of the model (`told`: the model replied). */
export interface ModelReply {
  readonly is: 'told';
  /**
   * The notes that were sent before this reply. A note can quote a limit (such as what is left of the budget); a limit raised later must not
   * change what was sent.
   */
  readonly notes: readonly Note[];
  readonly turn: Turn;
  /** Digests of its thinking blocks. A block that redaction changed is left out of the conversation, because the service would reject it. */
  readonly seals: readonly string[];
  /** Digests of its calls' inputs, by id. A call whose input was changed by redaction must not run. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Calls with an unusable input, by id, with the reason. */
  readonly spoilt: Readonly<Record<string, string>>;
  readonly spent: TurnCost;
  /** The model, if it was not the role's own. */
  readonly by?: string | undefined;
}

/** A failed attempt (`lost`: no complete reply arrived), which may have cost something. */
export interface FailedAttempt {
  readonly is: 'lost';
  readonly why: string;
  /** Whether a retry can help. */
  readonly again: boolean;
  /** Retry not before this time has passed (the service's Retry-After). */
  readonly afterMs?: number | undefined;
  /** Nothing listens at the service's address. */
  readonly unreachable?: boolean | undefined;
  /** The model was overloaded. */
  readonly overloaded?: boolean | undefined;
  readonly spent: TurnCost;
}

/** A turn and the results of its calls. */
export interface TurnWithResults {
  readonly reply: ModelReply;
  /** One per call, in the same order. */
  readonly results: readonly CallResult[];
  /** The turn has calls, and none of them was valid. An agent gives its final answer by a call too, which counts here. */
  readonly isInvalid: boolean;
}

export const NO_USAGE: Usage = { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };

/** The calls of a turn. */
export function callsOf({ blocks }: Turn): readonly Call[] {
  return blocks.filter((block) => block.kind === 'call');
}

const sealOf = (raw: unknown): string => digestOf(JSON.stringify(raw)).slice(0, 16);

/** The journal's record of a reply. Unusable inputs are dropped. */
export function replyOf({
  turn,
  notes,
  spent,
  by,
}: {
  turn: Turn;
  notes: readonly Note[];
  spent: TurnCost;
  by?: string | undefined;
}): ModelReply {
  const reasons = Object.fromEntries(
    callsOf(turn).flatMap((call) => {
      const why = inputProblem(call);
      return why === undefined ? [] : [[call.id, why]];
    }),
  );
  const blocks = turn.blocks.map((block): Block => {
    if (block.kind !== 'call' || reasons[block.id] === undefined) return block;
    return { kind: 'call', id: block.id, tool: block.tool, input: {} };
  });
  const seals = turn.blocks.flatMap((block) => (block.kind === 'thinking' ? [sealOf(block.raw)] : []));
  const inputs = Object.fromEntries(callsOf({ ...turn, blocks }).map(({ id, input }) => [id, sealOf(input)]));
  return {
    is: 'told',
    notes,
    turn: { ...turn, blocks },
    seals,
    inputs,
    spoilt: reasons,
    spent,
    ...(by && { by }),
  };
}

/** Whether redaction left a call unchanged. */
export function isUnredacted({ inputs }: ModelReply, { id, input }: Call): boolean {
  return inputs[id] === sealOf(input);
}

/**
 * The blocks of a turn that can be sent back to a model: no empty text, and thinking only if it is unchanged and from the same model. `to`:
 * the model that is asked, if it is not the role's own.
 */
export function blocksToSend({ turn, seals, by }: ModelReply, to?: string): readonly Block[] {
  return turn.blocks.filter((block) => {
    if (block.kind === 'thinking') return by === to && seals.includes(sealOf(block.raw));
    return block.kind !== 'text' || block.text.trim() !== '';
  });
}

/** The longest input: larger than any file that a model writes at once, and small enough for the journal. */
const MAX_CHARACTERS = 1_000_000;
/** The deepest nesting of an input. */
const MAX_DEPTH = 64;

/** Why the input of a call cannot be used; undefined if it can. */
function inputProblem({ input, malformed }: Call): string | undefined {
  if (malformed !== undefined) {
    return `its input is no JSON object. It begins with ${JSON.stringify(malformed.slice(0, 200))}`;
  }
  // The depth is checked first, because JSON.stringify is recursive.
  const flaw = inputFlaw(input);
  if (flaw !== undefined) return flaw;
  const { length } = JSON.stringify(input) ?? '';
  return length > MAX_CHARACTERS ? `its input has ${length} characters; the most is ${MAX_CHARACTERS}` : undefined;
}

function inputFlaw(input: unknown): string | undefined {
  let level: readonly unknown[] = [input];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `its input is nested deeper than ${MAX_DEPTH} levels`;
    if (level.some((each) => typeof each === 'string' && each.includes('\0'))) return 'its input holds a NUL character';
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? [...Object.keys(each), ...Object.values(each)] : [],
    );
  }
  return undefined;
}
