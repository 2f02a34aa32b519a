// A call, before anything runs: is there such a tool, and does the input fit? Pure.
import * as z from 'zod';
import type { Call } from '../ports/model.js';
import { ANSWER, type Form } from './agent.js';
import {
  cutOff,
  handedIn,
  lookFirst,
  misfit,
  secretCall,
  spoiltCall,
  tooMany,
  twoAnswers,
  unknownTool,
  wrongAnswer,
} from './prompt-texts.js';
import type { Acted, Tool } from './tool.js';
import { isWhole, type ModelReply } from './turn-record.js';

/** More at once than any work needs; fewer than would hurt. */
const MOST_CALLS = 32;

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

interface Handed<A> {
  readonly acts: readonly { readonly call: Call; readonly acted: Acted }[];
  readonly wrong: boolean;
  readonly answer?: { readonly value: A } | undefined;
}

/**
 * Looks at the answers among the calls of a turn, after all else was done. One that was written beside a call that then
 * failed was written without knowing it, so it goes back; that is no mistake of its form.
 */
export function handIn<A>(it: { form: Form<A>; reads: readonly Read[]; deedsFailed: boolean }): Handed<A> {
  const { form, reads, deedsFailed } = it;
  const calls = reads.flatMap((read) => (read.is === 'answer' ? [read.call] : []));
  const [call] = calls;
  const back = (text: string) => calls.map((each) => ({ call: each, acted: { text, failed: true } }));
  if (!call) return { acts: [], wrong: false };
  if (calls.length > 1) return { acts: back(twoAnswers), wrong: true };
  if (deedsFailed) return { acts: back(lookFirst), wrong: false };
  const read = form.read(call.input);
  if ('problem' in read) return { acts: back(wrongAnswer(read.problem)), wrong: true };
  return { acts: [{ call, acted: { text: handedIn } }], wrong: false, answer: { value: read.answer } };
}
