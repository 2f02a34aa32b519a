// The one door: every tool goes through it, and nothing of a tool runs before its input fits and the gate has let it through.
import path from 'node:path';
import * as z from 'zod';
import { enforce } from '../guard/enforce.js';
import { UserError } from '../ports/errors.js';
import type { Request, Verdict } from '../ports/guard.js';
import { digestOf } from '../text/digest.js';
import type { Asked, Tried } from './approvals.js';
import { type Acted, questionId, type Surroundings, type Tool } from './tool.js';
import { shown } from './tools/shown.js';

/** A tool that says what it is about to touch, so that it can be asked for before it does. */
export interface Open<Input> extends Tool<Input> {
  /** In the gate's own words: Read, Glob, Grep, Edit, Write, Bash, Fetch. A `cwd` may be relative to the root, which it is when not said. */
  touches(input: Input): readonly Request[];
}

/** The tool behind the gate. */
export function gated<Input>(tool: Open<Input>): Tool<Input> {
  return { ...tool, act: (input, at) => pass(tool, input, at) };
}

/** Acts, if it may. Whatever comes of it is text that shows what it holds, and is never too long. */
export async function pass<Input>(tool: Open<Input>, input: unknown, at: Surroundings): Promise<Acted> {
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

/** Kept with the result, where there is anything to keep. */
function tried({ patience: { refused } }: Surroundings, { used, asked }: Omit<Tried, 'refused'>): Pick<Acted, 'tried'> {
  const isUsed = used !== undefined && used.length > 0;
  if (refused === 0 && !isUsed && !asked) return {};
  return { tried: { refused, ...(isUsed ? { used } : {}), ...(asked ? { asked } : {}) } };
}

interface Passed {
  readonly unasked: readonly string[];
  /** Approvals by which it passed. */
  readonly used: readonly string[];
}

/** What becomes of one thing that a tool is to touch: it may, or what is answered instead. */
function judge(
  request: Request & { readonly cwd: string },
  { gate, cell, patience, call = '' }: Surroundings,
): Passed | { readonly instead: Acted; readonly asked?: Asked } {
  const decision = gate(request);
  const { verdict, why } = decision;
  const { tool, command, cwd } = request;
  const about = digestOf(JSON.stringify([tool, command, cwd])).slice(0, 16);
  const approval = verdict === 'ask' ? patience.approval(about) : undefined;
  if (approval !== undefined) return { unasked: [], used: [approval] };
  const { does, logged, refused } = enforce(decision, {
    // Walls stand around commands alone: crew itself reads, writes and fetches, and nothing would hold it.
    sealed: tool === 'Bash' && cell.strength === 'sealed',
    person: false,
    refused: patience.refused,
  });
  patience.refused = refused;
  if (does === 'run') return { unasked: logged ? [`${tool} ${command}: ${why}`] : [], used: [] };
  const instead = failed(refusal(verdict, why));
  if (does === 'refuse') return { instead };
  const asked = { about, id: questionId('p', call, tool, command, cwd) };
  patience.ask(asked);
  const called = OWN_NAMES[tool] ?? tool;
  const what = { what: shown(command, LONGEST_ASKED), why: shown(why, LONGEST_ASKED) };
  const stopped = { tool: called, ...what, lifts: verdict === 'ask', signalCount: patience.signalCount() };
  const text = shown(`${called} ${command}: ${why}`);
  return { instead: { ...instead, question: { id: asked.id, kind: 'pause', text, stopped } }, asked };
}

/** A person reads it before they allow it. */
const LONGEST_ASKED = 4_000;

/** What the guard's words for tools are called everywhere else. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  ...{ Read: 'read', Glob: 'glob', Grep: 'search', Edit: 'edit' },
  ...{ Write: 'write', Bash: 'shell', Fetch: 'fetch' },
};

const refusal = (verdict: Verdict, why: string): string =>
  verdict === 'deny' ? `Refused: ${why}` : `Refused, since nobody is here to allow it: ${why}`;

const failed = (text: string): Acted => ({ text: shown(text), failed: true });
