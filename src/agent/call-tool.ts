// Runs one tool call as a step in the journal, for the loop in run.ts, so that a continued run does not repeat a finished call.
import type { Signal } from '../ports/run.js';
import type { Agent } from './agent.js';
import { AgentStop } from './agent-end.js';
import * as texts from './prompt-texts.js';
import type { CheckedCall } from './read-calls.js';
import type { ToolResult } from './tool.js';

type Runnable = Extract<CheckedCall, { is: 'call' }>;

/** The result of a call, from the journal or from the tool. */
export async function callTool(agent: Agent, call: Runnable): Promise<ToolResult> {
  const name = `${agent.who} call ${agent.records.length + 1}.${call.number}`;
  let isFromJournal = true;
  const work = () => {
    isFromJournal = false;
    return runTool(agent, { ...call, name });
  };
  const result = call.tool.isReadOnly ? await callReadOnly(agent, name, work) : await callWithEffect(agent, name, work);
  if (isFromJournal) agent.toolContext.approvals.restore(result.tried);
  agent.observe?.({ tool: call.tool.name, input: call.input, result });
  return result.question ? resultFromAnswer(agent, name, result.question) : result;
}

/** Runs a read-only call. Its result is written to the journal together with the next turn. */
const callReadOnly = (agent: Agent, name: string, work: () => Promise<ToolResult>): Promise<ToolResult> =>
  agent.run.step(name, work);

/** Runs a call that may change something. Its start and its result are written to the journal at once. */
async function callWithEffect(agent: Agent, name: string, work: () => Promise<ToolResult>): Promise<ToolResult> {
  const isFirstStart = await recordStart(agent, name);
  return agent.run.step(name, async () => (isFirstStart ? work() : interruptedResult));
}

/** Records that the call starts. Returns false if an earlier process recorded the start: it was stopped during the call. */
async function recordStart({ run, toolContext }: Agent, name: string): Promise<boolean> {
  let isFirstStart = false;
  await run.step(`${name} begins`, async () => {
    refuseWhenCancelled(toolContext.signal);
    isFirstStart = true;
    return true;
  });
  return isFirstStart;
}

const interruptedResult: ToolResult = { text: texts.interruptedCall, failed: true };

async function runTool(
  { who, onProgress, toolContext }: Agent,
  { name, tool, input }: Runnable & { name: string },
): Promise<ToolResult> {
  if (tool.isReadOnly) refuseWhenCancelled(toolContext.signal);
  onProgress({ kind: 'call began', who, tool: tool.name, input });
  const began = toolContext.clock.now();
  const result = await tool.run(input, { ...toolContext, call: name }).catch(brokenTool);
  onProgress({
    kind: 'call ended',
    who,
    tool: tool.name,
    failed: result.failed ?? false,
    ms: toolContext.clock.now() - began,
  });
  // A result that was read during a cancellation may be incomplete, so it is not recorded.
  if (tool.isReadOnly) refuseWhenCancelled(toolContext.signal);
  return result;
}

/** An exception in a tool is a bug of crew. The model is told, and the work continues. */
const brokenTool = (error: unknown): ToolResult => ({
  text: texts.internalError(error instanceof Error ? error.message : String(error)),
  failed: true,
});

function refuseWhenCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AgentStop({ ended: 'cancelled', why: 'cancelled' });
}

/** The answer if a person wrote `/crew continue` after the guard stopped this call: continue without it. */
function continueWithoutCall(
  { stopped }: NonNullable<ToolResult['question']>,
  signals: readonly Signal[],
): string | undefined {
  const later = stopped ? signals.slice(stopped.signalCount) : [];
  return later.some(({ is }) => is === 'continue') ? texts.continueWithout : undefined;
}

/** The person's answer as the result of the call. Without an answer the run ends here and waits. */
function resultFromAnswer(
  { run, answerTo, toolContext }: Agent,
  name: string,
  question: NonNullable<ToolResult['question']>,
): Promise<ToolResult> {
  return run.step(`${name} answered`, async (): Promise<ToolResult> => {
    const answer = answerTo(question) ?? continueWithoutCall(question, run.signals);
    if (answer === undefined) {
      // A cancelled run must not ask again.
      refuseWhenCancelled(toolContext.signal);
      throw new AgentStop({ ended: 'asked', question });
    }
    return { text: texts.personAnswer(answer) };
  });
}
