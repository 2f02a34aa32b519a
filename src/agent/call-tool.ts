// One call, run once: an entry of its own in the journal, so that what was finished is never done again.
import type { Signal } from '../ports/run.js';
import type { Agent } from './agent.js';
import { Ends } from './ended.js';
import * as words from './prompt-texts.js';
import type { Read } from './read-calls.js';
import type { Acted } from './tool.js';

type Runnable = Extract<Read, { is: 'call' }>;

/** What came of a call, from the journal or from the tool. */
export async function perform(agent: Agent, call: Runnable): Promise<Acted> {
  const name = `${agent.who} call ${agent.beats.length + 1}.${call.number}`;
  let now = false;
  const work = () => {
    now = true;
    return attempt(agent, { ...call, name });
  };
  const acted = call.tool.reads ? await seen(agent, name, work) : await done(agent, name, work);
  if (!now) agent.at.patience.recall(acted.tried);
  agent.observe?.({ tool: call.tool.name, input: call.input, acted });
  return acted.question ? answered(agent, name, acted.question) : acted;
}

/** What was read is written down together with the turn that follows from it; until then nobody has built on it. */
const seen = (agent: Agent, name: string, work: () => Promise<Acted>): Promise<Acted> => agent.run.step(name, work);

/** What was done is written down at once, before anything else can happen. */
async function done(agent: Agent, name: string, work: () => Promise<Acted>): Promise<Acted> {
  const sure = await announced(agent, name);
  return agent.run.step(name, async () => (sure ? work() : inDoubt));
}

/**
 * What changes something is written down before it begins. False when that was in an earlier life: then it was in the middle
 * of it that crew was stopped, unless the journal has its end too.
 */
async function announced({ run, at }: Agent, name: string): Promise<boolean> {
  let now = false;
  await run.step(`${name} begins`, async () => {
    refuseWhenCancelled(at.signal);
    now = true;
    return true;
  });
  return now;
}

const inDoubt: Acted = { text: words.interrupted, failed: true };

async function attempt(
  { who, onProgress, at }: Agent,
  { name, tool, input }: Runnable & { name: string },
): Promise<Acted> {
  if (tool.reads) refuseWhenCancelled(at.signal);
  onProgress({ kind: 'call began', who, tool: tool.name, input });
  const began = at.clock.now();
  const acted = await tool.act(input, { ...at, call: name }).catch(broke);
  onProgress({ kind: 'call ended', who, tool: tool.name, failed: acted.failed ?? false, ms: at.clock.now() - began });
  // What was read while somebody cancelled may be half of it: it is read again. What was done is written down.
  if (tool.reads) refuseWhenCancelled(at.signal);
  return acted;
}

/** A tool that throws is a fault of crew's own; the work goes on without it, and the model knows. */
const broke = (error: unknown): Acted => ({
  text: words.fault(error instanceof Error ? error.message : String(error)),
  failed: true,
});

function refuseWhenCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Ends({ ended: 'cancelled', why: 'cancelled' });
}

/** Who lets a run go on that the guard paused, and neither approves nor rejects, wants it to go on without that. */
function wentOn({ stopped }: NonNullable<Acted['question']>, said: readonly Signal[]): string | undefined {
  const later = stopped ? said.slice(stopped.signalCount) : [];
  return later.some(({ is }) => is === 'continue') ? words.withoutIt : undefined;
}

/** The run ends here, and waits; told again with an answer, that is what the call gives. */
function answered(
  { run, answerTo, at }: Agent,
  name: string,
  question: NonNullable<Acted['question']>,
): Promise<Acted> {
  return run.step(`${name} answered`, async (): Promise<Acted> => {
    const answer = answerTo(question) ?? wentOn(question, run.signals);
    if (answer === undefined) {
      // Who cancelled a run that asks does not want to be asked again.
      refuseWhenCancelled(at.signal);
      throw new Ends({ ended: 'asked', question });
    }
    return { text: words.answered(answer) };
  });
}
