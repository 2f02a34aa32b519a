// Checks the calls and the answer of a turn before a tool runs. Pure.
import * as z from 'zod';
import type { Call } from '../ports/model.js';
import { ANSWER, type Form } from './agent.js';
import {
  answerAccepted,
  answerAfterFailure,
  cutOff,
  invalidCall,
  misfit,
  secretCall,
  tooMany,
  twoAnswers,
  unknownTool,
  wrongAnswer,
} from './prompt-texts.js';
import type { Tool, ToolResult } from './tool.js';
import { isWhole, type ModelReply } from './turn-record.js';

/** The most calls of a turn. */
const MAX_CALLS = 32;

export type CheckedCall =
  | {
      readonly is: 'call';
      readonly call: Call;
      /** Its place in the turn, from 1. */
      readonly number: number;
      readonly tool: Tool;
      readonly input: unknown;
    }
  | { readonly is: 'answer'; readonly call: Call }
  /** Nothing runs. `wrong`: the model made a mistake; false if a limit was the cause. */
  | { readonly is: 'refused'; readonly call: Call; readonly text: string; readonly wrong: boolean };

/** All calls of a turn. If the turn was cut off or has too many calls, all are refused. */
export function readCalls(turn: {
  calls: readonly Call[];
  reply: ModelReply;
  tools: readonly Tool[];
}): readonly CheckedCall[] {
  const { calls, reply, tools } = turn;
  const refuse = (text: string, wrong: boolean) =>
    calls.map((call): CheckedCall => ({ is: 'refused', call, text, wrong }));
  const { stop } = reply.turn;
  if (stop !== 'calls' && stop !== 'said') return refuse(cutOff, false);
  if (calls.length > MAX_CALLS) return refuse(tooMany(calls.length, MAX_CALLS), true);
  return calls.map((call, n) => readCall(call, { number: n + 1, reply, tools }));
}

function readCall(
  call: Call,
  { number, reply, tools }: { number: number; reply: ModelReply; tools: readonly Tool[] },
): CheckedCall {
  const refused = (text: string): CheckedCall => ({ is: 'refused', call, text, wrong: true });
  const why = reply.spoilt[call.id];
  if (why !== undefined) return refused(invalidCall(why));
  if (call.tool === ANSWER) return { is: 'answer', call };
  const tool = tools.find(({ name }) => name === call.tool);
  if (!tool) return refused(unknownTool(call.tool, [...tools.map(({ name }) => name), ANSWER]));
  // Redaction replaced a secret by a marker, and running the call would write that marker.
  if (!isWhole(reply, call)) return { is: 'refused', call, text: secretCall, wrong: false };
  const parsed = tool.input.safeParse(call.input);
  if (!parsed.success) return refused(misfit(z.prettifyError(parsed.error)));
  return { is: 'call', call, number, tool, input: parsed.data };
}

interface CheckedAnswer<A> {
  readonly acts: readonly { readonly call: Call; readonly acted: ToolResult }[];
  readonly wrong: boolean;
  readonly answer?: { readonly value: A } | undefined;
}

/**
 * Checks the answer of a turn after its other calls have run. If one of them failed, the answer is refused, because the model wrote it
 * without knowing that. This does not count as an invalid answer.
 */
export function checkAnswer<A>(turn: {
  form: Form<A>;
  reads: readonly CheckedCall[];
  deedsFailed: boolean;
}): CheckedAnswer<A> {
  const { form, reads, deedsFailed } = turn;
  const calls = reads.flatMap((read) => (read.is === 'answer' ? [read.call] : []));
  const [call] = calls;
  const back = (text: string) => calls.map((each) => ({ call: each, acted: { text, failed: true } }));
  if (!call) return { acts: [], wrong: false };
  if (calls.length > 1) return { acts: back(twoAnswers), wrong: true };
  if (deedsFailed) return { acts: back(answerAfterFailure), wrong: false };
  const read = form.read(call.input);
  if ('problem' in read) return { acts: back(wrongAnswer(read.problem)), wrong: true };
  return { acts: [{ call, acted: { text: answerAccepted } }], wrong: false, answer: { value: read.answer } };
}
