// Puts the guard before a tool: the input is checked, the guard decides, then the tool runs. Every tool of an agent is wrapped by
// `guarded`: those of agent/tools, and those of src/workflows/fix/editor.ts and scouts.ts.
import path from 'node:path';
import * as z from 'zod';
import { enforce } from '../guard/enforce.js';
import { UserError } from '../ports/errors.js';
import type { ToolRequest, Verdict } from '../ports/sandbox.js';
import { digestOf } from '../text/digest.js';
import type { ApprovalChange, AskedQuestion } from './approvals.js';
import { questionId, type Tool, type ToolContext, type ToolResult } from './tool.js';
import { toolText } from './tools/visible-text.js';

/** A tool that names what it will touch, so that the guard can decide first. */
export interface GuardedTool<Input> extends Tool<Input> {
  /**
   * The requests to the guard for an input, with the guard's tool names: Read, Glob, Grep, Edit, Write, Bash, Fetch. A `cwd` may be
   * relative to the root; the default is the root.
   */
  touches(input: Input): readonly ToolRequest[];
}

/** The tool with the guard in front of it. */
export function guarded<Input>(tool: GuardedTool<Input>): Tool<Input> {
  return { ...tool, run: (input, context) => runGuarded(tool, input, context) };
}

/** Runs the tool if the guard allows it. The result has no invisible characters and a limited length. */
export async function runGuarded<Input>(
  tool: GuardedTool<Input>,
  input: unknown,
  context: ToolContext,
): Promise<ToolResult> {
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) return failed(`The input of ${tool.name} is wrong. ${z.prettifyError(parsed.error)}`);
  const ranWithoutApproval: string[] = [];
  const used: string[] = [];
  for (const request of tool.touches(parsed.data)) {
    const decision = askGuard({ ...request, cwd: path.resolve(context.workspace.root, request.cwd ?? '.') }, context);
    if ('refused' in decision)
      return { ...decision.refused, ...approvalChange(context, { used, asked: decision.asked }) };
    ranWithoutApproval.push(...decision.ranWithoutApproval);
    used.push(...decision.used);
  }
  try {
    const result = await tool.run(parsed.data, context);
    return {
      ...result,
      text: toolText(result.text),
      ...(ranWithoutApproval.length > 0 ? { unasked: ranWithoutApproval } : {}),
      ...approvalChange(context, { used }),
    };
  } catch (error) {
    if (context.signal.aborted) return { ...failed('Cancelled.'), ...approvalChange(context, { used }) };
    if (error instanceof UserError) return { ...failed(error.message), ...approvalChange(context, { used }) };
    throw error;
  }
}

/** The change that the call made to the approvals. Empty if there is none. */
function approvalChange(
  { approvals: { refusedCalls: refused } }: ToolContext,
  { used, asked }: Omit<ApprovalChange, 'refused'>,
): Pick<ToolResult, 'tried'> {
  const isUsed = used !== undefined && used.length > 0;
  if (refused === 0 && !isUsed && !asked) return {};
  return { tried: { refused, ...(isUsed ? { used } : {}), ...(asked ? { asked } : {}) } };
}

interface AllowedCall {
  /** Calls that ran without the usual approval, each with the reason. */
  readonly ranWithoutApproval: readonly string[];
  /** Ids of the approvals that allowed the call. */
  readonly used: readonly string[];
}

/** Asks the guard about one request: allowed, or the result to return instead. */
function askGuard(
  request: ToolRequest & { readonly cwd: string },
  { guard, sandbox, approvals, call = '' }: ToolContext,
): AllowedCall | { readonly refused: ToolResult; readonly asked?: AskedQuestion } {
  const decision = guard(request);
  const { verdict, why } = decision;
  const { tool, command, cwd } = request;
  const callDigest = digestOf(JSON.stringify([tool, command, cwd])).slice(0, 16);
  const approval = verdict === 'ask' ? approvals.useApproval(callDigest) : undefined;
  if (approval !== undefined) return { ranWithoutApproval: [], used: [approval] };
  const { action, isListed, refusals } = enforce(decision, {
    // Only commands run in the sandbox. Files and network are accessed by crew's own process.
    isSealed: tool === 'Bash' && sandbox.strength === 'sealed',
    mayAskPerson: false,
    refusals: approvals.refusedCalls,
  });
  approvals.refusedCalls = refusals;
  if (action === 'run') return { ranWithoutApproval: isListed ? [`${tool} ${command}: ${why}`] : [], used: [] };
  const refusedResult = failed(refusal(verdict, why));
  if (action === 'refuse') return { refused: refusedResult };
  // The third action is `pause`: after three refusals in a row (enforce.ts) the run stops and asks a person.
  const asked = { about: callDigest, id: questionId('p', call, tool, command, cwd) };
  approvals.recordQuestion(asked);
  const toolName = TOOL_NAMES[tool] ?? tool;
  const texts = { what: toolText(command, MAX_ASKED_LENGTH), why: toolText(why, MAX_ASKED_LENGTH) };
  const canBeApproved = verdict === 'ask';
  const stopped = { tool: toolName, ...texts, lifts: canBeApproved, signalCount: approvals.signalCount() };
  const text = toolText(`${toolName} ${command}: ${why}`);
  return { refused: { ...refusedResult, question: { id: asked.id, kind: 'pause', text, stopped } }, asked };
}

/** The longest text that a person is asked to approve. */
const MAX_ASKED_LENGTH = 4_000;

/** crew's names for the guard's tools. */
const TOOL_NAMES: Readonly<Record<string, string>> = {
  Read: 'read',
  Glob: 'glob',
  Grep: 'search',
  Edit: 'edit',
  Write: 'write',
  Bash: 'shell',
  Fetch: 'fetch',
};

const refusal = (verdict: Verdict, why: string): string =>
  verdict === 'deny' ? `Refused: ${why}` : `Refused, since nobody is here to allow it: ${why}`;

const failed = (text: string): ToolResult => ({ text: toolText(text), failed: true });
