// Checks the calls of a turn before a tool runs, and its answer afterwards. Pure. Used by run.ts; call-tool.ts uses its type.
import * as z from 'zod';
import type { Call } from '../ports/model.js';
import { ANSWER, type Form } from './agent.js';
import {
  answerAccepted,
  answerAfterFailure,
  cutOffCalls,
  inputMismatch,
  invalidCall,
  secretCall,
  tooManyCalls,
  twoAnswers,
  unknownTool,
  wrongAnswer,
} from './prompt-texts.js';
import type { Tool, ToolResult } from './tool.js';
import { isUnredacted, type ModelReply } from './turn-record.js';

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
  /** The call does not run. `wrong`: the model made a mistake; false if crew was the cause, by a limit or by redaction. */
  | { readonly is: 'refused'; readonly call: Call; readonly text: string; readonly wrong: boolean };

/** The checked calls of a turn. If the turn was cut off or has too many calls, all are refused. */
export function readCalls(turn: {
  calls: readonly Call[];
  reply: ModelReply;
  tools: readonly Tool[];
}): readonly CheckedCall[] {
  const { calls, reply, tools } = turn;
  const refuseAll = (text: string, wrong: boolean) =>
    calls.map((call): CheckedCall => ({ is: 'refused', call, text, wrong }));
  const { stop } = reply.turn;
  if (stop !== 'calls' && stop !== 'said') return refuseAll(cutOffCalls, false);
  if (calls.length > MAX_CALLS) return refuseAll(tooManyCalls(calls.length, MAX_CALLS), true);
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
  if (!isUnredacted(reply, call)) return { is: 'refused', call, text: secretCall, wrong: false };
  const parsed = tool.input.safeParse(call.input);
  if (!parsed.success) return refused(inputMismatch(z.prettifyError(parsed.error)));
  return { is: 'call', call, number, tool, input: parsed.data };
}

interface CheckedAnswer<A> {
  readonly results: readonly { readonly call: Call; readonly result: ToolResult }[];
  readonly wrong: boolean;
  readonly answer?: { readonly value: A } | undefined;
}

/**
 * Checks the answer of a turn after its other calls have run. If one of them failed, the answer is refused, because the model wrote it
 * without knowing that. This does not count as an invalid answer.
 */
export function checkAnswer<A>(turn: {
  form: Form<A>;
  checkedCalls: readonly CheckedCall[];
  hasFailedCall: boolean;
}): CheckedAnswer<A> {
  const { form, checkedCalls, hasFailedCall } = turn;
  const calls = checkedCalls.flatMap((read) => (read.is === 'answer' ? [read.call] : []));
  const [call] = calls;
  const back = (text: string) => calls.map((each) => ({ call: each, result: { text, failed: true } }));
  if (!call) return { results: [], wrong: false };
  if (calls.length > 1) return { results: back(twoAnswers), wrong: true };
  if (hasFailedCall) return { results: back(answerAfterFailure), wrong: false };
  const read = form.read(call.input);
  if ('problem' in read) return { results: back(wrongAnswer(read.problem)), wrong: true };
  return { results: [{ call, result: { text: answerAccepted } }], wrong: false, answer: { value: read.answer } };
}
