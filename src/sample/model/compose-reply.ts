// Turns a turn of the script into the model's reply: its blocks, ids, stop reason and token counts. Used by answer.ts, send.ts and
// write-reply.ts.
import { type InputUsage, tokensOf } from './prompt-cache.js';
import { digest } from './request.js';
import type { Fault, StopReason, Turn } from './script.js';

export type ReplyBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | ToolBlock;

/** A tool call. A stream sends `json`, a complete answer `input`. They differ if the script asks for a broken call. */
interface ToolBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly json: string;
  readonly input: unknown;
}

interface Usage extends InputUsage {
  readonly output_tokens: number;
  readonly thinking_tokens: number;
}

/** The model's reply, before it is written as one response or as a stream. */
export interface Reply {
  readonly id: string;
  readonly model: string;
  readonly blocks: readonly ReplyBlock[];
  readonly stopReason: StopReason;
  readonly usage: Usage;
}

interface ReplySource {
  readonly turn: Turn;
  readonly fault: Fault | undefined;
  readonly model: string;
  /** The ids in the reply are made from it. So the same conversation gets the same ids, and the journal of a continued run stays valid. */
  readonly conversationId: string;
  readonly input: InputUsage;
}

/** The reply for a turn. With the fault `malformed_tool_json` or `max_tokens`, its last block is broken. */
export function composeReply({ turn, fault, model, conversationId, input }: ReplySource): Reply {
  const completeBlocks = blocksOf(turn, conversationId);
  const isBroken = fault?.kind === 'malformed_tool_json' || fault?.kind === 'max_tokens';
  const blocks = isBroken ? breakLastBlock(completeBlocks, fault.kind) : completeBlocks;
  const { output_tokens, ...scriptedUsage } = turn.usage ?? {};
  return {
    id: `msg_${conversationId.slice(0, 24)}`,
    model,
    blocks,
    stopReason: fault?.kind === 'max_tokens' ? 'max_tokens' : (turn.stop_reason ?? defaultStopReason(turn)),
    usage: {
      ...input,
      ...withoutUndefined(scriptedUsage),
      output_tokens: output_tokens ?? totalTokens(blocks.map(countedText)),
      thinking_tokens: totalTokens(blocks.map((block) => (block.type === 'thinking' ? block.thinking : ''))),
    },
  };
}

function blocksOf(turn: Turn, conversationId: string): ReplyBlock[] {
  const text = turn.json === undefined ? turn.text : JSON.stringify(turn.json);
  const blocks: ReplyBlock[] = [];
  if (turn.thinking !== undefined) {
    blocks.push({ type: 'thinking', thinking: turn.thinking, signature: digest(turn.thinking) });
  }
  if (text !== undefined) blocks.push({ type: 'text', text });
  for (const [at, { name, input }] of turn.tools.entries()) {
    blocks.push({
      type: 'tool_use',
      id: `toolu_${conversationId.slice(0, 20)}${at}`,
      name,
      json: JSON.stringify(input),
      input,
    });
  }
  return blocks;
}

function defaultStopReason(turn: Turn): StopReason {
  return turn.tools.length > 0 ? 'tool_use' : 'end_turn';
}

/** Cuts the last block in half, as a token limit inside a tool call does. */
function breakLastBlock(blocks: readonly ReplyBlock[], kind: 'malformed_tool_json' | 'max_tokens'): ReplyBlock[] {
  const last = blocks.at(-1);
  const rest = blocks.slice(0, -1);
  if (last?.type === 'text') return [...rest, { ...last, text: firstHalf(last.text) }];
  if (last?.type !== 'tool_use') return [...blocks];
  const json = firstHalf(last.json);
  // In a reply without streaming, a call that max_tokens cut has an empty input; malformed JSON arrives as the string.
  return [...rest, { ...last, json, input: kind === 'max_tokens' ? {} : json }];
}

function firstHalf(text: string): string {
  const characters = [...text];
  return characters.slice(0, Math.ceil(characters.length / 2)).join('');
}

/** The text of a block whose tokens are counted. */
function countedText(block: ReplyBlock): string {
  if (block.type === 'thinking') return block.thinking;
  return block.type === 'text' ? block.text : block.name + block.json;
}

function totalTokens(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + tokensOf(text), 0);
}

type ScriptedUsage = { readonly [K in keyof InputUsage]?: InputUsage[K] | undefined };

function withoutUndefined(given: ScriptedUsage): Partial<InputUsage> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
