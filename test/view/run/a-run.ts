// A run with an agent's work in its journal: a role of files, on a tree of files, with the scripted model behind a real address. It
// reads, edits, is refused, asks a person, is continued with the answer, and hands in.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { messagesModel } from '../../../src/adapters/model/index.js';
import { openUnsandboxed } from '../../../src/adapters/sandbox/unsandboxed.js';
import { openWorkspace, storeOutputs } from '../../../src/adapters/workspace/index.js';
import { outcomeWithoutAnswer } from '../../../src/agent/agent-end.js';
import { openApprovals } from '../../../src/agent/approvals.js';
import { allowanceOf } from '../../../src/agent/budget.js';
import { estimate, modelsOf } from '../../../src/agent/cost.js';
import { loadRole } from '../../../src/agent/load-role.js';
import { runAgent } from '../../../src/agent/run.js';
import { toolsFor } from '../../../src/agent/tools/index.js';
import { defaults } from '../../../src/config/index.js';
import { memorySpending } from '../../../src/memory/spending.js';
import type { WorkEnvironment } from '../../../src/ports/index.js';
import type { Show } from '../../../src/ports/progress.js';
import type { Outcome, RunHistory, RunRecord, SignalInput } from '../../../src/ports/run.js';
import type { WorkContext, Workflow, WorkResult } from '../../../src/ports/workflow.js';
import { bindToQuestion } from '../../../src/runs/decide.js';
import { readSteps } from '../../../src/runs/journal.js';
import { endOf } from '../../../src/runs/launch.js';
import { iso, NO_SPENDING, runIdFor, runIn, withRun } from '../../../src/runs/record.js';
import type { Services } from '../../../src/runs/services.js';
import { memoryRunStore } from '../../../src/runs/stores.js';
import { runWork } from '../../../src/runs/work.js';
import { parseScript, type ScriptedModel, startModel } from '../../../src/sample/model/index.js';
import { messages } from '../../../src/text/lang/index.js';
import { type QuickClock, quickClock } from '../../build/clock.js';
import { newFolder } from '../../build/folder.js';
import { provesNothing } from '../../build/proves-nothing.js';

const ROLE = {
  name: 'mender',
  displayName: 'Mender',
  description: 'Mends what is broken',
  behavior: {
    systemPromptPath: 'prompt.md',
    allowedTools: ['read', 'search', 'edit', 'write', 'shell', 'ask-person'],
    limits: { turns: 12, usd: 1, minutes: 20 },
  },
};

const PARSE = `/** Reads a date as people write it. */
export function parseDate(text) {
  const [year, month, day] = text.split('-').map(Number);
  return new Date(year, month - 1, day);
}
`;

const FILES: Readonly<Record<string, string>> = {
  'src/parse.js': PARSE,
  'src/format.js': 'export const format = (date) => date.toISOString().slice(0, 10);\n',
  'test/parse.test.js': "import { parseDate } from '../src/parse.js';\n",
  '.agent/mender/agent.json': JSON.stringify(ROLE),
  '.agent/mender/prompt.md': 'You are the Mender. You mend one thing, and say what you saw.',
};

const TASK = 'Dates are off by a day east of Greenwich. Find out why, and mend it.';

const OLD = '  return new Date(year, month - 1, day);';
const YOUNG = `  if (![year, month, day].every(Number.isInteger)) throw new RangeError(\`no date: \${text}\`);
  return new Date(Date.UTC(year, month - 1, day));`;

/** What the model says, turn by turn. */
export const TURNS: readonly object[] = [
  {
    thinking:
      'The issue speaks of dates that are off by a day. That smells of local time; I look where dates are made.',
    text: 'I look for where dates are **made**, and read both files at once.',
    tools: [
      { name: 'search', input: { pattern: 'new Date', globs: ['*.js'] } },
      { name: 'read', input: { path: 'src/parse.js' } },
      { name: 'read', input: { path: 'src/format.js' } },
    ],
  },
  {
    text: [
      'Two things are wrong:',
      '',
      '1. `parseDate` makes a *local* midnight,',
      '2. `format` reads it back as **UTC**.',
      '',
      'East of Greenwich that is the day before. I mend `parseDate`.',
    ].join('\n'),
    tools: [
      { name: 'edit', input: { path: 'src/parse.js', edits: [{ old: 'return new Date(y, m, d);', new: YOUNG }] } },
    ],
  },
  {
    text: 'That was from memory, and wrong. As it stands in the file:',
    tools: [{ name: 'edit', input: { path: 'src/parse.js', edits: [{ old: OLD, new: YOUNG }] } }],
  },
  { tools: [{ name: 'shell', input: { command: 'for n in 1 2 3; do echo "ok $n - parses"; done; echo "# pass 3"' } }] },
  {
    text: 'One thing cannot be found out here.',
    tools: [
      {
        name: 'ask-person',
        input: {
          question: 'What shall `parseDate("2026-02-30")` do?',
          choices: ['throw', 'roll over to 2 March', 'give null'],
        },
      },
    ],
  },
  {
    text: 'Then I write the tests so.',
    tools: [
      {
        name: 'write',
        input: {
          path: 'test/impossible.test.js',
          content:
            "import { parseDate } from '../src/parse.js';\n\ntest('an impossible date is none', () => {\n  expect(() => parseDate('2026-02-30')).toThrow(RangeError);\n});\n",
        },
      },
    ],
  },
  {
    tools: [
      {
        name: 'answer',
        input: {
          text: 'Dates are read as **UTC** now, and an impossible one is refused.\n\n- `src/parse.js:4`\n- `test/impossible.test.js`',
        },
      },
    ],
  },
];

const open: ScriptedModel[] = [];
afterAll(() => Promise.all(open.splice(0).map((model) => model.close())));

export interface Place {
  /** Begins a run with the task, up to where it ends or asks. */
  readonly start: () => Promise<{ readonly run: string; readonly outcome: Outcome }>;
  /** Says something to a run a day later, and continues it. */
  readonly say: (run: string, said: SignalInput) => Promise<Outcome>;
  readonly history: (run: string) => Promise<RunHistory>;
}

/** A workflow with one agent; its names of steps are those that every workflow writes. */
const mends: Workflow<string> = {
  ...{ name: 'agent', version: 1, exclusive: true },
  gate: () => Promise.reject(new Error('these runs are recorded without a gate')),
  work: worksOn,
  publish: () => Promise.reject(new Error('these runs are not published')),
};

async function worksOn(ctx: WorkContext, task: string): Promise<WorkResult> {
  const { run, settings, clock, step, signals, place } = ctx;
  const environment = await ctx.environment();
  try {
    const role = loadRole('mender', [environment.agentsFolder]);
    const models = modelsOf(settings.config.models);
    const { price } = models[role.tier];
    const { low, high } = await step('estimate', async () => {
      const [least, most] = estimate({ price, limits: role.limits, past: [] });
      return { low: least, high: most };
    });
    ctx.show({ kind: 'part', name: `$${low.toFixed(2)}–$${high.toFixed(2)}` });
    const { budget } = allowanceOf({ allowed: ctx.allowed, run: ctx });
    const ended = await runAgent({
      ...{ role, task, models, model: environment.model, run: { step, signals }, budget, onProgress: ctx.show },
      tools: toolsFor({ net: environment.web, storeOutput: environment.newOutputFile }),
      toolContext: {
        ...{
          workspace: environment.workspace,
          guard: environment.guard,
          sandbox: environment.sandbox,
          clock,
          signal: ctx.stop,
        },
        approvals: openApprovals(signals),
      },
    });
    const say = messages(settings.lang);
    if (ended.ended !== 'answered') {
      const of = { role: role.displayName, run, limitUsd: budget.limitUsd, say, place };
      return { outcome: outcomeWithoutAnswer(ended, of), spent: NO_SPENDING };
    }
    const { text } = ended.answer as { text: string };
    return { outcome: { name: 'done', says: text, result: { answer: ended.answer } }, spent: NO_SPENDING };
  } finally {
    await environment.close();
  }
}

const DAY = 26 * 60 * 60_000;

/** A tree with a role in it, and a record of runs. */
export async function openPlace({
  turns = TURNS,
  show = () => undefined,
}: {
  turns?: readonly object[];
  show?: Show | undefined;
} = {}): Promise<Place> {
  const root = await newFolder();
  const folder = await newFolder();
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  const model = await startModel({ script: parseScript(JSON.stringify({ turns })) });
  open.push(model);
  const clock = quickClock();
  const store = memoryRunStore();
  const services: Services = {
    ...{ workflows: [mends] as readonly Workflow<unknown>[], store, clock, log: () => undefined, dryRun: false },
    ...{ spending: memorySpending(), instant: async () => ({ name: 'done' }), asker: async () => 'local' },
    own: async () => ({ labelPrefix: 'crew:', me: 0 }),
    settings: async () => ({ lang: 'en', config: defaults, configFile: '.github/crew.yml', problems: [] }),
  };
  const edit = (run: string, change: (record: RunRecord) => RunRecord) =>
    store.update('tree', (now) => {
      const found = runIn(now, run);
      if (!found) throw new Error(`no run ${run}`);
      return { record: withRun(now, change(found)), value: null };
    });
  const work = async (run: string): Promise<Outcome> => {
    const { outcome, spent } = await runWork(
      {
        ...{ subject: 'tree', run, folder, show, redact: (text: string) => text, stop: new AbortController().signal },
        environment: () => workshopOn({ root, url: model.url, clock }),
      },
      services,
    );
    await edit(run, (record) => ({ ...record, spent, end: endOf(outcome, clock.now()) }));
    return outcome;
  };
  return {
    async start() {
      const now = clock.now();
      const event = {
        ...({ kind: 'typed', key: `typed-${now}`, repo: 'ann/dates', issue: undefined } as const),
        words: ['agent', 'mender', TASK],
      };
      const text = `agent mender ${TASK}`;
      const run = runIdFor('agent', event, text);
      const record: RunRecord = {
        ...{ run, workflow: 'agent', version: 1, repo: 'ann/dates', exclusive: true, signals: [], order: TASK },
        request: { event, text, command: { name: 'agent', args: {} }, at: iso(now) },
        ...{ startedAt: iso(now), budget: { askedUsd: 1, usd: 1 } },
      };
      await store.update('tree', (runs) => ({ record: withRun(runs, record), value: null }));
      return { run, outcome: await work(run) };
    },
    async say(run, said) {
      clock.pass(DAY);
      const by = { key: JSON.stringify(said), by: { login: 'maya' }, at: iso(clock.now()) };
      await edit(run, ({ end, ...record }) => ({
        ...record,
        signals: [...record.signals, { ...bindToQuestion(said, end?.awaits), ...by }],
      }));
      clock.pass(4000);
      return work(run);
    },
    async history(run) {
      const record = runIn(await store.read('tree'), run);
      if (!record) throw new Error(`no run ${run}`);
      const text = await readFile(path.join(folder, 'journal.jsonl'), 'utf8');
      return { record, steps: readSteps(text) };
    },
  };
}

async function workshopOn(of: { root: string; url: string; clock: QuickClock }): Promise<WorkEnvironment> {
  const { root, url, clock } = of;
  const workspace = openWorkspace(root);
  const sandbox = await openUnsandboxed({ PATH: process.env.PATH });
  const model = messagesModel({ provider: { is: 'anthropic', key: 'a-key', url } });
  return {
    workspace,
    guard: ({ tool }) => {
      // What changes something takes time; what only reads takes none, since several do it at once.
      if (tool === 'Bash') clock.pass(2300);
      if (tool === 'Edit' || tool === 'Write') clock.pass(40);
      return { verdict: 'allow', phase: '7A', why: 'Nothing here is anybody’s.' };
    },
    // How long a command really takes is the machine's, and no two pages would be alike.
    sandbox: { ...sandbox, run: async (command) => ({ ...(await sandbox.run(command)), ms: 2300 }) },
    model: {
      async turn(ask, how) {
        clock.pass(2400 + 300 * ask.messages.length);
        return model.turn(ask, how);
      },
    },
    remote: async () => ({ tools: [], unavailableServers: [] }),
    machine: async () => ({ system: 'Test OS', versions: {} }),
    web: { get: fetch, hosts: [] },
    newOutputFile: storeOutputs(path.join(root, 'outputs')),
    agentsFolder: path.join(root, '.agent'),
    ...provesNothing,
    close: () => sandbox.close(),
  };
}

/** All of it: asked, answered a day later, done. */
export async function wholeRun(): Promise<RunHistory> {
  const place = await openPlace();
  const { run } = await place.start();
  await place.say(run, { is: 'answer', text: 'throw a RangeError' });
  return place.history(run);
}
