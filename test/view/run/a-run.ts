// A run as it really comes about: a role of files only, on a tree of files, with the scripted model behind a real address. It
// looks, mends, is refused, asks a person, is answered in another life, and hands in.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { openWithoutWalls } from '../../../src/adapters/cell/open.js';
import { messagesModel } from '../../../src/adapters/model/index.js';
import { keepIn, openWorkspace } from '../../../src/adapters/workspace/index.js';
import { defaults } from '../../../src/config/index.js';
import { carry, goOn } from '../../../src/core/carry.js';
import type { Crew } from '../../../src/core/crew.js';
import { hear } from '../../../src/core/hear.js';
import type { Journal } from '../../../src/core/journal.js';
import { loadJournal } from '../../../src/core/kept.js';
import type { Outcome } from '../../../src/core/outcome.js';
import { runName } from '../../../src/core/run-name.js';
import type { Said } from '../../../src/core/word.js';
import { outcomeOf } from '../../../src/core/workflow.js';
import type { Workshop } from '../../../src/ports.js';
import type { Show } from '../../../src/progress.js';
import { parseScript, type ScriptedModel, startModel } from '../../../src/sample/model/index.js';
import { agent } from '../../../src/workflows/agent/index.js';
import { workflows } from '../../../src/workflows/index.js';
import { type QuickClock, quickClock } from '../../build/clock.js';
import { deskOf } from '../../build/desk.js';
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
  readonly crew: Crew;
  readonly clock: QuickClock;
  readonly model: ScriptedModel;
  /** Types `crew agent mender "…"`. */
  readonly start: (
    task?: string,
    how?: { readonly role?: string; readonly workshop?: () => Promise<Workshop>; readonly stop?: AbortSignal },
  ) => Promise<{ readonly run: string; readonly outcome: Outcome }>;
  /** Says something to a run, and lets it go on. */
  readonly say: (run: string, said: Said) => Promise<Outcome | undefined>;
  readonly journal: (run: string) => Promise<Journal>;
}

/** A tree with a role in it, and a crew at its terminal. */
export async function openPlace({
  turns = TURNS,
  show,
}: {
  turns?: readonly object[];
  show?: Show;
} = {}): Promise<Place> {
  const root = await newFolder();
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  const model = await startModel({ script: parseScript(JSON.stringify({ turns })) });
  open.push(model);
  const clock = unhurried(quickClock());
  const desk = { ...deskOf({ clock, gone: ['one'] }), listenEveryMs: NEVER };
  const crew: Crew = {
    door: 'terminal',
    workflows,
    desk,
    log: () => undefined,
    own: async () => ({ labelPrefix: 'crew:', me: 0 }),
    standing: async () => 'local',
    known: async () => ({ lang: 'en', config: defaults, built: [], configFile: '.github/crew.yml', problems: [] }),
    runs: async () => [],
    workshop: () => workshopOn({ root, url: model.url, clock }),
    show,
  };
  return {
    ...{ crew, clock, model },
    async start(task = TASK, { role = 'mender', workshop = crew.workshop, stop } = {}) {
      const event = {
        ...({ kind: 'typed', key: `typed-${clock.now()}`, repo: 'ann/dates', issue: undefined } as const),
        words: ['agent', role, task],
      };
      const run = runName(agent.name, event, task);
      const written = { event, own: await crew.own(), asked: [] };
      const input = { event, asked: [], text: task };
      return {
        run,
        outcome: outcomeOf(await carry(agent, { run, crew: { ...crew, workshop, stop }, input, written })),
      };
    },
    async say(run, said) {
      clock.pass(26 * 60 * 60_000);
      await hear(desk, run, { key: JSON.stringify(said), by: { login: 'maya' }, ...said });
      clock.pass(4000);
      const gone = await goOn(run, crew);
      return gone && gone !== 'handover' ? outcomeOf(gone.outcome) : undefined;
    },
    async journal(run) {
      const found = await loadJournal(desk.store, run);
      if (!found) throw new Error(`no journal of ${run}`);
      return found.journal;
    },
  };
}

const NEVER = Number.MAX_SAFE_INTEGER;

/** A quick clock on which waiting for words between two lines never ends by itself: it would turn as fast as the machine. */
function unhurried(clock: QuickClock): QuickClock {
  return {
    ...clock,
    sleep: (ms, signal) =>
      ms < NEVER
        ? clock.sleep(ms)
        : new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
  };
}

async function workshopOn(of: { root: string; url: string; clock: QuickClock }): Promise<Workshop> {
  const { root, url, clock } = of;
  const workspace = openWorkspace(root);
  const cell = await openWithoutWalls({ PATH: process.env.PATH });
  const model = messagesModel({ key: 'a-key', url });
  return {
    workspace,
    gate: ({ tool }) => {
      // What changes something takes time; what only reads takes none, since several do it at once.
      if (tool === 'Bash') clock.pass(2300);
      if (tool === 'Edit' || tool === 'Write') clock.pass(40);
      return { verdict: 'allow', phase: '7A', why: 'Nothing here is anybody’s.' };
    },
    // How long a command really takes is the machine's, and no two pages would be alike.
    cell: { ...cell, run: async (command) => ({ ...(await cell.run(command)), ms: 2300 }) },
    model: {
      async turn(ask, how) {
        clock.pass(2400 + 300 * ask.messages.length);
        return model.turn(ask, how);
      },
    },
    web: { get: fetch, hosts: [] },
    keep: keepIn(path.join(root, 'outputs')),
    agents: path.join(root, '.agent'),
    ...provesNothing,
    close: () => cell.close(),
  };
}

/** All of it: asked, answered a day later, done. */
export async function wholeRun(): Promise<Journal> {
  const place = await openPlace();
  const { run } = await place.start();
  await place.say(run, { is: 'answer', text: 'throw a RangeError' });
  return place.journal(run);
}
