// The loop: ask, act, observe, until it is answered or stopped. Everything that happens in it is a step of the run's journal,
// so whoever tells the run again, on whatever machine, goes on where it was.
import type * as z from 'zod';
import { act } from './act.js';
import { type Agent, agentOf, formOfRole, type Job } from './agent.js';
import { formOf } from './answer.js';
import { ask } from './ask.js';
import { type End, type Ended, Ends } from './ended.js';

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
