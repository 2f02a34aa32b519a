// A call, before anything runs: is there such a tool, and does the input fit? Pure.
import * as z from 'zod';
import type { Call } from '../ports/model.js';
import { ANSWER } from './answer.js';
import type { Tool } from './tool.js';
import { isWhole, type ModelReply } from './turn-record.js';
import { cutOff, misfit, secretCall, spoiltCall, tooMany, unknownTool } from './words.js';

/** More at once than any work needs; fewer than would hurt. */
export const MOST_CALLS = 32;

export type Read =
  | {
      readonly is: 'call';
      readonly call: Call;
      /** Its place in the turn, from 1. */
      readonly number: number;
      readonly tool: Tool;
      readonly input: unknown;
    }
  | { readonly is: 'answer'; readonly call: Call }
  /** Nothing runs. `wrong` when it was the model's mistake, and not the limit's. */
  | { readonly is: 'refused'; readonly call: Call; readonly text: string; readonly wrong: boolean };

/** All calls of a turn. A turn that was cut off, or asks for too much, is void as a whole. */
export function readCalls(it: { calls: readonly Call[]; told: ModelReply; tools: readonly Tool[] }): readonly Read[] {
  const { calls, told, tools } = it;
  const refuse = (text: string, wrong: boolean) => calls.map((call): Read => ({ is: 'refused', call, text, wrong }));
  const { stop } = told.turn;
  if (stop !== 'calls' && stop !== 'said') return refuse(cutOff, false);
  if (calls.length > MOST_CALLS) return refuse(tooMany(calls.length, MOST_CALLS), true);
  return calls.map((call, n) => readCall(call, { number: n + 1, told, tools }));
}

function readCall(
  call: Call,
  { number, told, tools }: { number: number; told: ModelReply; tools: readonly Tool[] },
): Read {
  const refused = (text: string): Read => ({ is: 'refused', call, text, wrong: true });
  const why = told.spoilt[call.id];
  if (why !== undefined) return refused(spoiltCall(why));
  if (call.tool === ANSWER) return { is: 'answer', call };
  const tool = tools.find(({ name }) => name === call.tool);
  if (!tool) return refused(unknownTool(call.tool, [...tools.map(({ name }) => name), ANSWER]));
  // Run with a marker in the place of a secret, it would write that marker over what it should not touch.
  if (!isWhole(told, call)) return { is: 'refused', call, text: secretCall, wrong: false };
  const parsed = tool.input.safeParse(call.input);
  if (!parsed.success) return refused(misfit(z.prettifyError(parsed.error)));
  return { is: 'call', call, number, tool, input: parsed.data };
}
