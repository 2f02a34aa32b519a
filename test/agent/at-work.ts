// An agent at work without the world around it: a model that says what a test says, tools that do what a test sees.
import { expect } from '@jest/globals';
import * as z from 'zod';
import { requestOf } from '../../src/adapters/model/request.js';
import { openApprovals } from '../../src/agent/approvals.js';
import { openBudget } from '../../src/agent/budget.js';
import { modelsOf } from '../../src/agent/cost.js';
import type { Role } from '../../src/agent/role.js';
import type { AgentJob } from '../../src/agent/run.js';
import type { Tool, ToolContext, ToolResult } from '../../src/agent/tool.js';
import type { Clock, Model } from '../../src/ports/index.js';
import type { Block, ModelError, ModelRequest, StopReason, Turn, Usage } from '../../src/ports/model.js';
import { checkConversation } from '../../src/sample/model/check-conversation.js';
import { requestSchema } from '../../src/sample/model/request.js';
import { quickClock } from '../build/clock.js';
import { openWorkRun, type RunLife } from '../build/work-run.js';

export type Said = Turn | ModelError | ((ask: ModelRequest) => Turn | Promise<Turn>);

/** A model that says one thing after the other; how far a conversation is, is read from the conversation alone. */
export interface Scripted extends Model {
  readonly asks: readonly ModelRequest[];
}

export const USAGE: Usage = { in: 100, out: 20, cacheRead: 1000, cacheWrite: 50 };

/** Words, thinking and calls as a turn. */
export function says(...parts: readonly (string | Block)[]): Turn {
  const blocks = parts.map((part): Block => (typeof part === 'string' ? { kind: 'text', text: part } : part));
  return { blocks, stop: blocks.some(({ kind }) => kind === 'call') ? 'calls' : 'said', usage: USAGE };
}

export const stopped = (stop: StopReason, ...parts: readonly (string | Block)[]): Turn => ({ ...says(...parts), stop });

let made = 0;
/** A call; ids are as unique as a service's. */
export function calls(tool: string, input: unknown = {}): Block {
  made += 1;
  return { kind: 'call', id: `toolu_${made}`, tool, input };
}

export const answers = (text = 'done'): Turn => says(calls('answer', { text }));

/** Says the next thing at every ask, and holds every ask to the rules of the service. */
export function scripted(said: readonly Said[], from = 0): Scripted {
  const asks: ModelRequest[] = [];
  let next = from;
  return {
    asks,
    async turn(ask) {
      const { betas, ...body } = requestOf(ask, { contextEdits: true });
      expect(betas).toHaveLength(1);
      expect(checkConversation(requestSchema.parse(JSON.parse(JSON.stringify(body))))).toBeUndefined();
      asks.push(ask);
      const one = said[next];
      next += 1;
      if (one === undefined) throw new Error(`the script has no turn ${next}`);
      if (one instanceof Error) throw one;
      return typeof one === 'function' ? one(ask) : one;
    },
  };
}

export interface Deeds {
  readonly done: string[];
  readonly tools: readonly Tool[];
}

const word = z.strictObject({ word: z.string() });

/** Tools that leave a trace: `look` reads, `write` changes, `break` throws, `ask-person` asks. */
export function deeds(more: { look?: (word: string) => Promise<ToolResult> } = {}): Deeds {
  const done: string[] = [];
  const tool = (name: string, reads: boolean, act: (word: string) => Promise<ToolResult>): Tool => ({
    name,
    description: `${name} a word`,
    input: word,
    isReadOnly: reads,
    run: async (input) => act(word.parse(input).word),
  });
  return {
    done,
    tools: [
      tool('look', true, async (at) => {
        done.push(`look ${at}`);
        return more.look?.(at) ?? { text: `saw ${at}` };
      }),
      tool('write', false, async (at) => {
        done.push(`write ${at}`);
        return { text: `wrote ${at}` };
      }),
      tool('break', true, async () => {
        throw new Error('no such luck');
      }),
      tool('ask-person', true, async (text) => ({
        text: 'asked',
        question: { id: 'q1', kind: 'question', text },
      })),
    ],
  };
}

export const role: Role = {
  name: 'tester',
  displayName: 'Tester',
  description: 'Does what a test says',
  tier: 'sonnet',
  limits: { turns: 40, usd: 5, minutes: 60 },
  tools: ['look', 'write', 'break', 'ask-person'],
  capabilities: [],
  prompt: 'You are the Tester.',
  answer: z.strictObject({ text: z.string().min(1) }),
};

const refuse = async (): Promise<never> => {
  throw new Error('these tests have no world');
};

/** Surroundings for tools that need none. */
export function nowhere(clock: Clock, signal = new AbortController().signal): ToolContext {
  return {
    clock,
    signal,
    guard: () => ({ verdict: 'deny', phase: 'S0', why: 'there is nothing here' }),
    approvals: openApprovals([]),
    workspace: {
      root: '/nowhere',
      entryAt: refuse,
      read: refuse,
      write: refuse,
      remove: refuse,
      list: refuse,
      files: refuse,
      search: refuse,
    },
    sandbox: {
      strength: 'sealed',
      name: 'none',
      home: '/',
      run: refuse,
      takeFiles: refuse,
      close: async () => undefined,
    },
  };
}

export const models = modelsOf({ provider: 'anthropic', roles: {} });

/** A job, complete; a test names what it is about. */
export async function jobOf(of: Partial<AgentJob> & { model: Model }, life: RunLife = {}): Promise<AgentJob> {
  const clock = of.toolContext?.clock ?? life.clock ?? quickClock();
  return {
    role,
    task: 'Do it.',
    tools: deeds().tools,
    models,
    run: of.run ?? (await openWorkRun({ ...life, clock })),
    budget: openBudget(100),
    toolContext: nowhere(clock),
    ...of,
  };
}

/** What the model was told last, as text. */
export function lastHeard(ask: ModelRequest | undefined): string {
  const blocks = ask?.messages.at(-1)?.blocks ?? [];
  return blocks.map((block) => (block.kind === 'text' || block.kind === 'result' ? block.text : '')).join('\n');
}
