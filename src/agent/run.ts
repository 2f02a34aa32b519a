// The agent loop: ask the model, run the tools that it calls, repeat until it answers or a limit stops it. Every model call and tool call
// is a step in the run's journal, so a continued run repeats none of them. Called by the workflows.
import type * as z from 'zod';
import type { Call, CallResult } from '../ports/model.js';
import { type Agent, type AgentJob, agentOf, formOf, formOfRole } from './agent.js';
import { type AgentEnd, AgentStop, type End } from './agent-end.js';
import { askModel } from './ask-model.js';
import { callTool } from './call-tool.js';
import { omittedNote } from './prompt-texts.js';
import { type CheckedCall, checkAnswer, readCalls } from './read-calls.js';
import type { ToolResult } from './tool.js';
import { callsOf, type ModelReply, type TurnWithResults } from './turn-record.js';

export type { AgentJob } from './agent.js';
export type { AgentEnd } from './agent-end.js';

/** Runs a role on a task until it gives an answer that matches the schema: `answer`, or by default the role's own. */
export function runAgent<A>(job: AgentJob<NoInfer<A>> & { readonly answer: z.ZodType<A> }): Promise<AgentEnd<A>>;
export function runAgent(job: AgentJob): Promise<AgentEnd>;
export function runAgent(job: AgentJob & { readonly answer?: z.ZodType }): Promise<AgentEnd> {
  return work(agentOf(job, job.answer ? formOf(job.answer) : formOfRole(job.role)));
}

async function work<A>(agent: Agent<A>): Promise<AgentEnd<A>> {
  const end = await loop(agent).catch(endOf);
  return { ...end, spent: agent.meter.totals(), turns: agent.records.length };
}

async function loop<A>(agent: Agent<A>): Promise<End<A>> {
  for (;;) {
    const reply = await askModel(agent);
    const { turnWithResults, answer } = await runCalls(agent, reply);
    agent.records.push(turnWithResults);
    if (answer) return { ended: 'answered', answer: answer.value };
  }
}

function endOf(error: unknown): End<never> {
  if (error instanceof AgentStop) return error.end;
  throw error;
}

/** The most read-only calls that run at the same time. */
const MAX_PARALLEL_CALLS = 8;
/** The longest tool result. Tools have stricter limits of their own. */
const MAX_RESULT_CHARACTERS = 200_000;

interface TurnOutcome<A> {
  readonly turnWithResults: TurnWithResults;
  readonly answer?: { readonly value: A } | undefined;
}

type ToolCall = Exclude<CheckedCall, { is: 'answer' }>;

/** Runs the calls of a turn: consecutive read-only calls in parallel, others one after another, and an answer last. */
async function runCalls<A>(agent: Agent<A>, reply: ModelReply): Promise<TurnOutcome<A>> {
  const checkedCalls = readCalls({ calls: callsOf(reply.turn), reply, tools: agent.tools });
  const results = new Map<string, CallResult>();
  for (const group of groupsOf(checkedCalls)) {
    const tasks = group.map((toolCall) => async () => {
      results.set(toolCall.call.id, await resultOf(agent, toolCall));
    });
    await runAtMost(tasks, MAX_PARALLEL_CALLS);
  }
  const hasFailedCall = [...results.values()].some(({ failed }) => failed);
  const checked = checkAnswer({ form: agent.form, checkedCalls, hasFailedCall });
  const returned = checked.answer ? await judge(agent, checked.answer.value) : null;
  for (const { call, result } of checked.results) results.set(call.id, resultFor(call, returned ?? result));
  const isWrong = (call: CheckedCall): boolean =>
    (call.is === 'refused' && call.wrong) || (call.is === 'answer' && checked.wrong);
  const isInvalid = checkedCalls.length > 0 && checkedCalls.every(isWrong);
  return {
    turnWithResults: { reply, results: checkedCalls.flatMap(({ call }) => results.get(call.id) ?? []), isInvalid },
    answer: returned ? undefined : checked.answer,
  };
}

/** Asks the caller about a valid answer. Null if it is accepted, else the result that the model gets instead. */
async function judge<A>(agent: Agent<A>, answer: A): Promise<ToolResult | null> {
  const judged = await agent.judge?.(answer);
  if (!judged || judged.is === 'taken') return null;
  if (judged.is === 'over') throw new AgentStop({ ended: 'stuck', why: 'judged' });
  return { text: judged.text, failed: true };
}

/** Groups calls that run together: consecutive read-only calls form one group, every other call is a group of its own. */
function groupsOf(checkedCalls: readonly CheckedCall[]): readonly (readonly ToolCall[])[] {
  const groups: ToolCall[][] = [];
  let isGroupParallel = false;
  for (const read of checkedCalls) {
    if (read.is === 'answer') continue;
    const isParallel = read.is === 'refused' || read.tool.isReadOnly;
    if (isParallel && isGroupParallel) groups.at(-1)?.push(read);
    else groups.push([read]);
    isGroupParallel = isParallel;
  }
  return groups;
}

async function resultOf(agent: Agent, toolCall: ToolCall): Promise<CallResult> {
  const result = toolCall.is === 'refused' ? { text: toolCall.text, failed: true } : await callTool(agent, toolCall);
  return resultFor(toolCall.call, result);
}

function resultFor({ id }: Call, { text, failed = false }: ToolResult): CallResult {
  return { kind: 'result', of: id, text: text === '' ? '(nothing)' : limited(text), failed };
}

function limited(text: string): string {
  if (text.length <= MAX_RESULT_CHARACTERS) return text;
  const half = MAX_RESULT_CHARACTERS / 2;
  return text.slice(0, half) + omittedNote(text.length - MAX_RESULT_CHARACTERS) + text.slice(-half);
}

/** Runs tasks, at most `max` at a time, and returns their results in order. If a task throws, waits for the running ones and then throws. */
export async function runAtMost<T>(tasks: readonly (() => Promise<T>)[], max: number): Promise<readonly T[]> {
  const values = new Map<number, T>();
  const queue = [...tasks.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) values.set(next[0], await next[1]());
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(max, tasks.length) }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return [...values.entries()].sort(([a], [b]) => a - b).map(([, value]) => value);
}
