// The code that bench/agent.mjs measures: crew's agent with one tool, against a server or a model that answers immediately.
import path from 'node:path';
import * as z from 'zod';
import { systemClock } from '../src/adapters/clock.js';
import { messagesModel } from '../src/adapters/model/index.js';
import { openApprovals } from '../src/agent/approvals.js';
import { openBudget } from '../src/agent/budget.js';
import { modelsOf } from '../src/agent/cost.js';
import { runAgent } from '../src/agent/run.js';
import type { Tool, ToolContext } from '../src/agent/tool.js';
import type { Model, Turn } from '../src/ports/model.js';
import { openJournal } from '../src/runs/journal.js';
import { redactPatterns, redactSecrets } from '../src/text/redact-secrets.js';

const SECRETS = ['a-key-of-a-model-service', 'a-token-of-github'];
/** Redacts as crew does. */
const redact = (text: string): string => redactPatterns(redactSecrets(text, SECRETS).text).text;

const echo: Tool<{ word: string }> = {
  name: 'echo',
  description: 'Says a word.',
  input: z.strictObject({ word: z.string() }),
  isReadOnly: true,
  run: async (it) => ({ text: it.word }),
};

/** Runs the agent with its journal in `folder`; returns its end and its milliseconds. */
export async function echoWords(folder: string, of: { readonly url: string } | { readonly turns: number }) {
  const clock = systemClock();
  const journal = await openJournal(path.join(folder, 'journal.jsonl'), { now: clock.now, redact });
  // The tool `echo` uses neither a workspace nor a sandbox.
  const at = { clock, approvals: openApprovals([]), signal: new AbortController().signal } as ToolContext;
  const began = performance.now();
  const ended = await runAgent({
    role: {
      name: 'echo',
      displayName: 'Echo',
      description: 'Says words.',
      tier: 'sonnet',
      limits: { turns: 1000, usd: 100, minutes: 60 },
      tools: ['echo'],
      capabilities: [],
      prompt: 'You are the Echo. You say the words that you are asked for, one a turn.',
      answer: z.strictObject({ text: z.string() }),
    },
    task: 'Echo five words, one after the other.',
    tools: [echo as Tool],
    model:
      'url' in of ? messagesModel({ provider: { is: 'anthropic', key: 'a-key', url: of.url } }) : modelAtOnce(of.turns),
    models: modelsOf({ provider: 'anthropic', roles: {} }),
    run: { step: journal.step, signals: [] },
    budget: openBudget(100),
    toolContext: at,
  });
  return { ended, ms: performance.now() - began };
}

function modelAtOnce(turns: number): Model {
  let turn = 0;
  const usage = { in: 1, out: 1, cacheRead: 1, cacheWrite: 1 };
  const call = (tool: string, input: unknown): Turn => ({
    blocks: [{ kind: 'call', id: `toolu_${turn}`, tool, input }],
    stop: 'calls',
    usage,
  });
  return {
    async turn() {
      turn += 1;
      return turn < turns ? call('echo', { word: `word ${turn}` }) : call('answer', { text: 'Done.' });
    },
  };
}
