// The loop: ask, act, observe, until it is answered or stopped. Everything that happens in it is a step of the run's journal,
// so whoever tells the run again, on whatever machine, goes on where it was.
import type * as z from 'zod';
import type { Call, Result } from '../ports/model.js';
import { type Agent, agentOf, formOf, formOfRole, type Job } from './agent.js';
import { ask } from './ask-model.js';
import { perform } from './call-tool.js';
import { type End, type Ended, Ends } from './ended.js';
import { elided } from './prompt-texts.js';
import { handIn, type Read, readCalls } from './read-calls.js';
import type { Acted } from './tool.js';
import { callsOf, type ModelReply, type TurnRecord } from './turn-record.js';

export type { Job } from './agent.js';
export type { Ended } from './ended.js';

/** Lets a role work on a task until it hands in an answer that fits, by `answer` or else by the role's own schema. */
export function runAgent<A>(job: Job<NoInfer<A>> & { readonly answer: z.ZodType<A> }): Promise<Ended<A>>;
export function runAgent(job: Job): Promise<Ended>;
export function runAgent(job: Job & { readonly answer?: z.ZodType }): Promise<Ended> {
  return work(agentOf(job, job.answer ? formOf(job.answer) : formOfRole(job.role)));
}

async function work<A>(agent: Agent<A>): Promise<Ended<A>> {
  const end = await loop(agent).catch(endOf);
  return { ...end, spent: agent.meter.sum(), turns: agent.beats.length };
}

async function loop<A>(agent: Agent<A>): Promise<End<A>> {
  for (;;) {
    const told = await ask(agent);
    const { turnRecord, answer } = await act(agent, told);
    agent.beats.push(turnRecord);
    if (answer) return { ended: 'answered', answer: answer.value };
  }
}

function endOf(error: unknown): End<never> {
  if (error instanceof Ends) return error.end;
  throw error;
}

/** So many readers at once. */
const AT_ONCE = 8;
/** A last bound; tools have closer ones of their own. */
const MOST_TEXT = 200_000;

interface Acts<A> {
  readonly turnRecord: TurnRecord;
  readonly answer?: { readonly value: A } | undefined;
}

type Deed = Exclude<Read, { is: 'answer' }>;

/** Everything that a turn asks for: neighbours that only read side by side, the rest one after the other, an answer last. */
async function act<A>(agent: Agent<A>, told: ModelReply): Promise<Acts<A>> {
  const reads = readCalls({ calls: callsOf(told.turn), told, tools: agent.tools });
  const results = new Map<string, Result>();
  for (const group of groupsOf(reads)) {
    const works = group.map((deed) => async () => void results.set(deed.call.id, await resultOf(agent, deed)));
    await sideBySide(works, AT_ONCE);
  }
  const deedsFailed = [...results.values()].some(({ failed }) => failed);
  const handed = handIn({ form: agent.form, reads, deedsFailed });
  const judged = handed.answer ? await judge(agent, handed.answer.value) : null;
  for (const { call, acted } of handed.acts) results.set(call.id, resultFor(call, judged ?? acted));
  const wrong =
    reads.length > 0 &&
    reads.every((read) => (read.is === 'refused' ? read.wrong : read.is === 'answer' && handed.wrong));
  return {
    turnRecord: { told, results: reads.flatMap(({ call }) => results.get(call.id) ?? []), wrong },
    answer: judged ? undefined : handed.answer,
  };
}

/** What goes back instead, when an answer that fits its form is not good enough all the same; null when it is. */
async function judge<A>(agent: Agent<A>, answer: A): Promise<Acted | null> {
  const judged = await agent.judge?.(answer);
  if (!judged || judged.is === 'taken') return null;
  if (judged.is === 'over') throw new Ends({ ended: 'stuck', why: 'judged' });
  return { text: judged.text, failed: true };
}

function groupsOf(reads: readonly Read[]): readonly (readonly Deed[])[] {
  const groups: Deed[][] = [];
  let open = false;
  for (const read of reads) {
    if (read.is === 'answer') continue;
    const harmless = read.is === 'refused' || read.tool.reads;
    if (harmless && open) groups.at(-1)?.push(read);
    else groups.push([read]);
    open = harmless;
  }
  return groups;
}

async function resultOf(agent: Agent, deed: Deed): Promise<Result> {
  return resultFor(deed.call, deed.is === 'refused' ? { text: deed.text, failed: true } : await perform(agent, deed));
}

function resultFor({ id }: Call, { text, failed = false }: Acted): Result {
  return { kind: 'result', of: id, text: text === '' ? '(nothing)' : within(text), failed };
}

function within(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  const half = MOST_TEXT / 2;
  return text.slice(0, half) + elided(text.length - MOST_TEXT) + text.slice(-half);
}

/**
 * Several works at once, at most so many, their values in order. It ends when all have ended, also when one threw: nothing
 * goes on behind the back of whoever is told of it.
 */
export async function sideBySide<T>(works: readonly (() => Promise<T>)[], most: number): Promise<readonly T[]> {
  const values = new Map<number, T>();
  const queue = [...works.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) values.set(next[0], await next[1]());
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(most, works.length) }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return [...values.entries()].sort(([a], [b]) => a - b).map(([, value]) => value);
}
