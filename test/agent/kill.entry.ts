// A process of its own in which one agent works, and that dies where it is told: before or after the n-th time that it reaches
// for the journal, for the model, or for the world.
//   CREW_TEST_JOURNAL the file of the journal · CREW_TEST_MODEL where the model is · CREW_TEST_DEEDS a file, a line a deed
//   CREW_TEST_DIES n, or 0 for never
import { appendFileSync } from 'node:fs';
import * as z from 'zod';
import { systemClock } from '../../src/adapters/clock.js';
import { messagesModel } from '../../src/adapters/model/index.js';
import { openApprovals } from '../../src/agent/approvals.js';
import { openBudget } from '../../src/agent/budget.js';
import { modelsOf } from '../../src/agent/cost.js';
import { runAgent } from '../../src/agent/run.js';
import type { Tool, ToolContext } from '../../src/agent/tool.js';
import type { WorkRun } from '../../src/ports/run.js';
import { openJournal } from '../../src/runs/journal.js';

const { CREW_TEST_JOURNAL = '', CREW_TEST_MODEL = '', CREW_TEST_DEEDS = '', CREW_TEST_DIES = '0' } = process.env;

let reached = 0;
function point(): void {
  reached += 1;
  if (reached === Number(CREW_TEST_DIES)) process.kill(process.pid, 'SIGKILL');
}

async function around<T>(act: () => Promise<T>): Promise<T> {
  point();
  const result = await act();
  point();
  return result;
}

const word = z.strictObject({ word: z.string() });
const tool = (name: string, reads: boolean): Tool => ({
  name,
  description: `${name} a word`,
  input: word,
  isReadOnly: reads,
  run: (input) =>
    around(async () => {
      appendFileSync(CREW_TEST_DEEDS, `${name} ${word.parse(input).word}\n`);
      return { text: `did ${word.parse(input).word}` };
    }),
});

async function main(): Promise<void> {
  const clock = systemClock();
  const journal = await openJournal(CREW_TEST_JOURNAL, { now: clock.now, redact: (text) => text });
  const run: Pick<WorkRun, 'step' | 'signals'> = {
    signals: [],
    step: (name, work, cost) => around(() => journal.step(name, () => around(work), cost)),
  };

  const refuse = async (): Promise<never> => {
    throw new Error('there is no world here');
  };
  const at: ToolContext = {
    clock,
    signal: new AbortController().signal,
    guard: () => ({ verdict: 'deny', phase: 'S0', why: 'there is nothing here' }),
    approvals: openApprovals([]),
    workspace: {
      root: '/',
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
  const ended = await runAgent({
    role: {
      name: 'tester',
      displayName: 'Tester',
      description: 'Does what a test says',
      tier: 'sonnet',
      limits: { turns: 20, usd: 5, minutes: 60 },
      tools: ['look', 'write'],
      capabilities: [],
      prompt: 'You are the Tester.',
      answer: z.strictObject({ text: z.string() }),
    },
    task: 'Do it.',
    tools: [tool('look', true), tool('write', false)],
    model: messagesModel({
      provider: { is: 'anthropic', key: 'a-key', url: CREW_TEST_MODEL },
      fetch: (...args) => around(() => fetch(...args)),
    }),
    models: modelsOf({ provider: 'anthropic', roles: {} }),
    run,
    budget: openBudget(10),
    toolContext: at,
  });
  process.stdout.write(JSON.stringify({ reached, ended }));
}

void main();
