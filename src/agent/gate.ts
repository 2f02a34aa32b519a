// The one door: every tool goes through it, and nothing of a tool runs before its input fits and the gate has let it through.
import path from 'node:path';
import * as z from 'zod';
import { UserError } from '../errors.js';
import type { Request, Verdict } from '../gate.js';
import { settle } from '../guard/settle.js';
import { questionId } from './question-id.js';
import type { Acted, Surroundings, Tool } from './tool.js';
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
  for (const request of tool.touches(parsed.data)) {
    const judged = judge({ ...request, cwd: path.resolve(at.workspace.root, request.cwd ?? '.') }, at);
    if ('instead' in judged) return judged.instead;
    unasked.push(...judged.unasked);
  }
  try {
    const acted = await tool.act(parsed.data, at);
    return { ...acted, text: shown(acted.text), ...(unasked.length > 0 ? { unasked } : {}) };
  } catch (error) {
    if (at.signal.aborted) return failed('Cancelled.');
    if (error instanceof UserError) return failed(error.message);
    throw error;
  }
}

/** What becomes of one thing that a tool is to touch: it may, or what is answered instead. */
function judge(
  request: Request & { readonly cwd: string },
  { gate, cell, patience }: Surroundings,
): { readonly unasked: readonly string[] } | { readonly instead: Acted } {
  const decision = gate(request);
  const { verdict, why } = decision;
  const { tool, command, cwd } = request;
  const id = questionId('p', tool, command, cwd);
  if (verdict === 'ask' && patience.approves(id)) return { unasked: [] };
  const { does, logged, refused } = settle(decision, {
    sealed: cell.strength === 'sealed',
    person: false,
    refused: patience.refused,
  });
  patience.refused = refused;
  if (does === 'run') return { unasked: logged ? [`${tool} ${command}: ${why}`] : [] };
  const instead = failed(refusal(verdict, why));
  if (does === 'refuse') return { instead };
  const text = shown(`${tool} ${command}: ${why}`);
  return { instead: { ...instead, question: { id, kind: 'pause', text } } };
}

const refusal = (verdict: Verdict, why: string): string =>
  verdict === 'deny' ? `Refused: ${why}` : `Refused, since nobody is here to allow it: ${why}`;

const failed = (text: string): Acted => ({ text: shown(text), failed: true });
