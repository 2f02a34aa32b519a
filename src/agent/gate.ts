// The one door: every tool goes through it, and nothing of a tool runs before its input fits and the gate has let it through.
import * as z from 'zod';
import { UserError } from '../errors.js';
import type { Request } from '../guard/verdict.js';
import type { Acted, Surroundings, Tool } from './tool.js';
import { shown } from './tools/shown.js';

/** A tool that says what it is about to touch, so that it can be asked for before it does. */
export interface Open<Input> extends Tool<Input> {
  /** In the gate's own words: Read, Glob, Grep, Edit, Write, Bash, Fetch. */
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
  for (const request of tool.touches(parsed.data)) {
    const { verdict, why } = at.gate({ cwd: at.workspace.root, ...request });
    if (verdict !== 'allow') return failed(refusal(verdict, why));
  }
  try {
    const acted = await tool.act(parsed.data, at);
    return { ...acted, text: shown(acted.text) };
  } catch (error) {
    if (at.signal.aborted) return failed('Cancelled.');
    if (error instanceof UserError) return failed(error.message);
    throw error;
  }
}

const refusal = (verdict: 'ask' | 'deny', why: string): string =>
  verdict === 'deny' ? `Refused: ${why}` : `Refused, since nobody is here to allow it: ${why}`;

const failed = (text: string): Acted => ({ text: shown(text), failed: true });
