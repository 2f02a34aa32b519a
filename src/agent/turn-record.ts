// What the journal keeps of an agent's work: one record for every attempt at a turn, one for every call. Pure.
// The conversation, the stuck patterns and the recap are all functions of these, so that a run told again is the same run.

import type { Block, Call, Result, Turn, Usage } from '../ports/model.js';
import { digestOf } from '../text/digest.js';

export interface Spent {
  readonly usage: Usage;
  readonly usd: number;
  /** Since the record before, calls included. */
  readonly ms: number;
}

/** Something said to the model beside the results of its calls. The name says what for, so that it is not said twice. */
export interface Note {
  readonly name: string;
  readonly text: string;
}

/** A turn that happened. */
export interface ModelReply {
  readonly is: 'told';
  /** What was said before it. Kept, because a limit that was raised meanwhile must not change the past. */
  readonly notes: readonly Note[];
  readonly turn: Turn;
  /** Digests of its thinking: what redaction had to touch is left out of the conversation, or the service would refuse all of it. */
  readonly seals: readonly string[];
  /** Digests of what its calls were given, by id: what redaction had to touch would do something else than was asked for. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Calls whose input was dropped, by id, each with the reason. */
  readonly spoilt: Readonly<Record<string, string>>;
  readonly spent: Spent;
  /** The model that said it, where it was not the role's own. */
  readonly by?: string | undefined;
}

/** An attempt that came to nothing, and cost something all the same. */
export interface Lost {
  readonly is: 'lost';
  readonly why: string;
  readonly again: boolean;
  readonly afterMs?: number | undefined;
  /** Nobody is at the service's address. */
  readonly nobody?: boolean | undefined;
  /** The model was overloaded. */
  readonly overloaded?: boolean | undefined;
  readonly spent: Spent;
}

/** A turn and what came of it. */
export interface TurnRecord {
  readonly told: ModelReply;
  /** One for each call, in the order of the calls. */
  readonly results: readonly Result[];
  /** All that it did was to call what does not exist, with what does not fit, or to answer wrongly. */
  readonly wrong: boolean;
}

export const FREE: Usage = { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };

/** The calls of a turn. */
export function callsOf({ blocks }: Turn): readonly Call[] {
  return blocks.filter((block) => block.kind === 'call');
}

const sealOf = (raw: unknown): string => digestOf(JSON.stringify(raw)).slice(0, 16);

/** A turn as it came, made fit to be written down: an input that nothing may run with is not kept either. */
export function recordOf({
  turn,
  notes,
  spent,
  by,
}: {
  turn: Turn;
  notes: readonly Note[];
  spent: Spent;
  by?: string | undefined;
}): ModelReply {
  const reasons = Object.fromEntries(
    callsOf(turn).flatMap((call) => {
      const why = spoilt(call);
      return why === undefined ? [] : [[call.id, why]];
    }),
  );
  const blocks = turn.blocks.map((block): Block => {
    if (block.kind !== 'call' || reasons[block.id] === undefined) return block;
    return { kind: 'call', id: block.id, tool: block.tool, input: {} };
  });
  const seals = turn.blocks.flatMap((block) => (block.kind === 'thinking' ? [sealOf(block.raw)] : []));
  const inputs = Object.fromEntries(callsOf({ ...turn, blocks }).map(({ id, input }) => [id, sealOf(input)]));
  return { is: 'told', notes, turn: { ...turn, blocks }, seals, inputs, spoilt: reasons, spent, ...(by && { by }) };
}

/** True of a call that stands as the model made it. */
export function isWhole({ inputs }: ModelReply, { id, input }: Call): boolean {
  return inputs[id] === sealOf(input);
}

/**
 * What of a turn can be given back to a model: thinking as it was or not at all, and no words that are none. A model takes no thinking of
 * another one; `to` is the one that is asked, where it is not the role's own.
 */
export function blocksToGiveBack({ turn, seals, by }: ModelReply, to?: string): readonly Block[] {
  return turn.blocks.filter((block) => {
    if (block.kind === 'thinking') return by === to && seals.includes(sealOf(block.raw));
    return block.kind !== 'text' || block.text.trim() !== '';
  });
}

/** Larger than any file that a model writes in one go, and small enough to be kept in every copy of a journal. */
const MOST_CHARACTERS = 1_000_000;
const DEEPEST = 64;

/** Why a call's input cannot be taken at all, or nothing. */
function spoilt({ input, malformed }: Call): string | undefined {
  if (malformed !== undefined) {
    return `its input is no JSON object. It begins with ${JSON.stringify(malformed.slice(0, 200))}`;
  }
  // First the depth: whatever walks deeper, JSON included, could run out of stack.
  const flaw = flawIn(input);
  if (flaw !== undefined) return flaw;
  const { length } = JSON.stringify(input) ?? '';
  return length > MOST_CHARACTERS ? `its input has ${length} characters; the most is ${MOST_CHARACTERS}` : undefined;
}

function flawIn(input: unknown): string | undefined {
  let level: readonly unknown[] = [input];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return `its input is nested deeper than ${DEEPEST} levels`;
    if (level.some((each) => typeof each === 'string' && each.includes('\0'))) return 'its input holds a NUL character';
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? [...Object.keys(each), ...Object.values(each)] : [],
    );
  }
  return undefined;
}
