// Runs one tool call as a step in the journal, so that a continued run does not repeat a finished call.
import type { Signal } from '../ports/run.js';
import type { Agent } from './agent.js';
import { AgentStop } from './agent-end.js';
import * as words from './prompt-texts.js';
import type { CheckedCall } from './read-calls.js';
import type { ToolResult } from './tool.js';

type Runnable = Extract<CheckedCall, { is: 'call' }>;

/** The result of a call, from the journal or from the tool. */
export async function callTool(agent: Agent, call: Runnable): Promise<ToolResult> {
  const name = `${agent.who} call ${agent.records.length + 1}.${call.number}`;
  let now = false;
  const work = () => {
    now = true;
    return runTool(agent, { ...call, name });
  };
  const acted = call.tool.isReadOnly ? await callReadOnly(agent, name, work) : await callWithEffect(agent, name, work);
  if (!now) agent.toolContext.approvals.recall(acted.tried);
  agent.observe?.({ tool: call.tool.name, input: call.input, result: acted });
  return acted.question ? resultFromAnswer(agent, name, acted.question) : acted;
}

/** A read-only call. Its result is written to the journal together with the next turn. */
const callReadOnly = (agent: Agent, name: string, work: () => Promise<ToolResult>): Promise<ToolResult> =>
  agent.run.step(name, work);

/** A call that changes something. Its start and its result are written to the journal at once. */
async function callWithEffect(agent: Agent, name: string, work: () => Promise<ToolResult>): Promise<ToolResult> {
  const sure = await recordStart(agent, name);
  return agent.run.step(name, async () => (sure ? work() : interruptedResult));
}

/** Records that the call starts. Returns false if an earlier process recorded the start: it was stopped during the call. */
async function recordStart({ run, toolContext: at }: Agent, name: string): Promise<boolean> {
  let now = false;
  await run.step(`${name} begins`, async () => {
    refuseWhenCancelled(at.signal);
    now = true;
    return true;
  });
  return now;
}

const interruptedResult: ToolResult = { text: words.interrupted, failed: true };

async function runTool(
  { who, onProgress, toolContext: at }: Agent,
  { name, tool, input }: Runnable & { name: string },
): Promise<ToolResult> {
  if (tool.isReadOnly) refuseWhenCancelled(at.signal);
  onProgress({ kind: 'call began', who, tool: tool.name, input });
  const began = at.clock.now();
  const acted = await tool.run(input, { ...at, call: name }).catch(brokenTool);
  onProgress({ kind: 'call ended', who, tool: tool.name, failed: acted.failed ?? false, ms: at.clock.now() - began });
  // A result that was read during a cancellation may be incomplete, so it is not recorded.
  if (tool.isReadOnly) refuseWhenCancelled(at.signal);
  return acted;
}

/** An exception in a tool is a bug of crew. The model is told, and the work continues. */
const brokenTool = (error: unknown): ToolResult => ({
  text: words.fault(error instanceof Error ? error.message : String(error)),
  failed: true,
});

function refuseWhenCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AgentStop({ ended: 'cancelled', why: 'cancelled' });
}

/** `/crew continue` on a run that the guard paused means: continue without this call. */
function continueWithoutCall(
  { stopped }: NonNullable<ToolResult['question']>,
  said: readonly Signal[],
): string | undefined {
  const later = stopped ? said.slice(stopped.signalCount) : [];
  return later.some(({ is }) => is === 'continue') ? words.withoutIt : undefined;
}

/** The person's answer as the result of the call. Without an answer the run ends here and waits. */
function resultFromAnswer(
  { run, answerTo, toolContext: at }: Agent,
  name: string,
  question: NonNullable<ToolResult['question']>,
): Promise<ToolResult> {
  return run.step(`${name} answered`, async (): Promise<ToolResult> => {
    const answer = answerTo(question) ?? continueWithoutCall(question, run.signals);
    if (answer === undefined) {
      // A cancelled run must not ask again.
      refuseWhenCancelled(at.signal);
      throw new AgentStop({ ended: 'asked', question });
    }
    return { text: words.answered(answer) };
  });
}
