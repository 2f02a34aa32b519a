// Every tool call passes here: its input is checked, then the guard decides, and only then the tool runs.
import path from 'node:path';
import * as z from 'zod';
import { enforce } from '../guard/enforce.js';
import { UserError } from '../ports/errors.js';
import type { Request, Verdict } from '../ports/sandbox.js';
import { digestOf } from '../text/digest.js';
import type { ApprovalChange, Asked } from './approvals.js';
import { type Acted, questionId, type Surroundings, type Tool } from './tool.js';
import { shown } from './tools/shown.js';

/** A tool that names what it will touch, so that the guard can decide first. */
export interface GuardedTool<Input> extends Tool<Input> {
  /** In the gate's own words: Read, Glob, Grep, Edit, Write, Bash, Fetch. A `cwd` may be relative to the root, which it is when not said. */
  touches(input: Input): readonly Request[];
}

/** The tool with the check in front of it. */
export function guarded<Input>(tool: GuardedTool<Input>): Tool<Input> {
  return { ...tool, act: (input, at) => pass(tool, input, at) };
}

/** Runs the tool if the guard allows it. The result has no invisible characters and a limited length. */
export async function pass<Input>(tool: GuardedTool<Input>, input: unknown, at: Surroundings): Promise<Acted> {
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) return failed(`The input of ${tool.name} is wrong. ${z.prettifyError(parsed.error)}`);
  const unasked: string[] = [];
  const used: string[] = [];
  for (const request of tool.touches(parsed.data)) {
    const judged = judge({ ...request, cwd: path.resolve(at.workspace.root, request.cwd ?? '.') }, at);
    if ('instead' in judged) return { ...judged.instead, ...tried(at, { used, asked: judged.asked }) };
    unasked.push(...judged.unasked);
    used.push(...judged.used);
  }
  try {
    const acted = await tool.act(parsed.data, at);
    return { ...acted, text: shown(acted.text), ...(unasked.length > 0 ? { unasked } : {}), ...tried(at, { used }) };
  } catch (error) {
    if (at.signal.aborted) return { ...failed('Cancelled.'), ...tried(at, { used }) };
    if (error instanceof UserError) return { ...failed(error.message), ...tried(at, { used }) };
    throw error;
  }
}

/** What the call changed in the approvals; empty if nothing. */
function tried(
  { approvals: { refused } }: Surroundings,
  { used, asked }: Omit<ApprovalChange, 'refused'>,
): Pick<Acted, 'tried'> {
  const isUsed = used !== undefined && used.length > 0;
  if (refused === 0 && !isUsed && !asked) return {};
  return { tried: { refused, ...(isUsed ? { used } : {}), ...(asked ? { asked } : {}) } };
}

interface Passed {
  readonly unasked: readonly string[];
  /** Approvals that allowed it. */
  readonly used: readonly string[];
}

/** Asks the guard about one request: allowed, or the result to return instead. */
function judge(
  request: Request & { readonly cwd: string },
  { gate, sandbox, approvals, call = '' }: Surroundings,
): Passed | { readonly instead: Acted; readonly asked?: Asked } {
  const decision = gate(request);
  const { verdict, why } = decision;
  const { tool, command, cwd } = request;
  const about = digestOf(JSON.stringify([tool, command, cwd])).slice(0, 16);
  const approval = verdict === 'ask' ? approvals.approval(about) : undefined;
  if (approval !== undefined) return { unasked: [], used: [approval] };
  const { does, logged, refused } = enforce(decision, {
    // Only commands run in the sandbox. Files and network are accessed by crew's own process.
    sealed: tool === 'Bash' && sandbox.strength === 'sealed',
    person: false,
    refused: approvals.refused,
  });
  approvals.refused = refused;
  if (does === 'run') return { unasked: logged ? [`${tool} ${command}: ${why}`] : [], used: [] };
  const instead = failed(refusal(verdict, why));
  if (does === 'refuse') return { instead };
  const asked = { about, id: questionId('p', call, tool, command, cwd) };
  approvals.ask(asked);
  const called = OWN_NAMES[tool] ?? tool;
  const what = { what: shown(command, LONGEST_ASKED), why: shown(why, LONGEST_ASKED) };
  const stopped = { tool: called, ...what, lifts: verdict === 'ask', signalCount: approvals.signalCount() };
  const text = shown(`${called} ${command}: ${why}`);
  return { instead: { ...instead, question: { id: asked.id, kind: 'pause', text, stopped } }, asked };
}

/** The longest text that a person is asked to approve. */
const LONGEST_ASKED = 4_000;

/** crew's names for the guard's tools. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  ...{ Read: 'read', Glob: 'glob', Grep: 'search', Edit: 'edit' },
  ...{ Write: 'write', Bash: 'shell', Fetch: 'fetch' },
};

const refusal = (verdict: Verdict, why: string): string =>
  verdict === 'deny' ? `Refused: ${why}` : `Refused, since nobody is here to allow it: ${why}`;

const failed = (text: string): Acted => ({ text: shown(text), failed: true });
