// A task at work for real: a repository, its tests, the journal, the ledger; only the model says what a test says.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { readConfig } from '../../../src/config/index.js';
import { folderLedger, type Ledger } from '../../../src/memory/ledger.js';
import type { WorkEnvironment } from '../../../src/ports/index.js';
import type { Block, ModelRequest, Turn } from '../../../src/ports/model.js';
import type { Progress } from '../../../src/ports/progress.js';
import type { Request, RunRecord, Signal } from '../../../src/ports/run.js';
import type { GateContext, History, WorkContext, WorkResult } from '../../../src/ports/workflow.js';
import { openJournal } from '../../../src/runs/journal.js';
import { readEnv } from '../../../src/services/env.js';
import { openEnvironment } from '../../../src/services/environment.js';
import { taskWith } from '../../../src/workflows/task/index.js';
import type { TaskOrder } from '../../../src/workflows/task/order.js';
import { handClock } from '../../build/clock.js';
import { newFolder } from '../../build/folder.js';
import { type Files, nodePackage, writeFiles } from '../../verify/pipeline/projects.js';

const GIT = ['-c', 'user.name=maya', '-c', 'user.email=maya@example.org'];
export const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', [...GIT, ...args], { cwd: root, stdio: 'pipe', encoding: 'utf8' });

/** `add` subtracts; one test shows it, another one must stay whole. */
export const wrongSum: Files = {
  ...nodePackage(`import { add } from '../add.js';
test('adds', () => assert.equal(add(1, 2), 3));
test('does nothing with zero', () => assert.equal(add(4, 0), 4));`),
  'add.js': '// TODO: more than two\nexport const add = (a, b) => a - b;\n',
};

export async function repositoryOf(files: Files): Promise<string> {
  const root = await newFolder();
  await writeFiles(root, files);
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=first');
  return root;
}

let made = 0;
export const call = (tool: string, input: unknown): Block => {
  made += 1;
  return { kind: 'call', id: `toolu_${made}`, tool, input };
};
const USAGE = { in: 100, out: 20, cacheRead: 1000, cacheWrite: 50 };
export const turn = (...blocks: readonly Block[]): Turn => ({ blocks, stop: 'calls', usage: USAGE });

export const judges = (pass: boolean, issues: readonly string[] = [], more: object = {}): Turn =>
  turn(
    call('answer', {
      pass,
      issues,
      inspection_log: ['read it'],
      blindspots_covered: [],
      misclassification_detected: false,
      ...more,
    }),
  );

/** The Editor mends `add`. */
export const mends: readonly Turn[] = [
  turn(call('edit', { path: 'add.js', edits: [{ old: 'a - b', new: 'a + b' }] })),
  turn(
    call('answer', {
      result: 'changed',
      kind: 'bug',
      approach: 'The sum subtracts, so the sign has to turn.',
      what: 'The operator in add.js.',
      why: 'It took the second number away.',
      shownBy: [{ file: 'test/little.test.js', test: 'adds' }],
    }),
  ),
];

/** What each role says, one turn after the other. */
export interface Script {
  readonly Editor?: readonly Turn[];
  readonly Watcher?: readonly Turn[];
  readonly Designer?: readonly Turn[];
  readonly Classifier?: readonly Turn[];
  readonly Author?: readonly Turn[];
  readonly Critic?: readonly Turn[];
}

const ROLES: readonly [keyof Script, RegExp][] = [
  ['Editor', /^You are the Editor/],
  ['Watcher', /^You are the Watcher/],
  ['Designer', /^You write one document/],
  ['Classifier', /^You sort requests/],
  ['Author', /^You are Plotter, the writer/],
  ['Critic', /^You are one of several reviewers/],
];

export interface Scripted {
  readonly asks: (ModelRequest & { readonly role: string })[];
  readonly model: WorkEnvironment['model'];
}

export function scripted(script: Script): Scripted {
  const asks: Scripted['asks'] = [];
  const left = new Map(ROLES.map(([role]) => [role, [...(script[role] ?? [])]]));
  return {
    asks,
    model: {
      async turn(ask) {
        const role = ROLES.find(([, system]) => system.test(ask.system))?.[0];
        asks.push({ ...ask, role: role ?? 'unknown' });
        const next = role && left.get(role)?.shift();
        if (!next) throw new Error(`the script has no further turn for ${role ?? ask.system.slice(0, 40)}`);
        return next;
      },
    },
  };
}

export interface Life {
  readonly root: string;
  readonly home: string;
  readonly script: Scripted;
  readonly run?: string;
  readonly signals?: readonly Signal[];
  readonly history?: readonly RunRecord[];
  readonly place?: 'terminal' | 'thread';
  readonly usd?: number;
  readonly ledger?: Ledger;
  readonly show?: (progress: Progress) => void;
  readonly lang?: 'en' | 'ja';
}

const read = readConfig(
  'sandbox:\n  required: false\nverify:\n  reruns: 0\n  steps:\n    - { name: test, run: node --test }\n',
);
if (!('config' in read)) throw new Error('the configuration of the tests is wrong');
export const { config } = read;

const RUN = 'task-here-0123456789';
const same = (text: string): string => text;
const clock = handClock();
const historyOf = (records: readonly RunRecord[] = []): History => ({
  list: async () => records,
  load: async () => null,
  ofSubject: async () => [],
});

export const requestOf = (what: string, name = 'task'): Request => ({
  event: { kind: 'typed', key: what, repo: undefined, issue: undefined, words: [] },
  text: what,
  command: { name, args: name === 'answer' ? { text: what } : { what } },
  at: '2026-11-18T12:00:00Z',
});

const contextOf = ({ lang = 'en', run = RUN, signals = [], history, place = 'terminal' }: Life) => ({
  ...{ run, repo: undefined, issue: undefined, place, clock, signals },
  settings: { lang, config, configFile: '.github/crew.yml', problems: [] },
  history: historyOf(history),
  github: undefined,
});

/** The gate at a terminal. */
export async function ordered(what: string, life: Life, name = 'task'): Promise<TaskOrder> {
  const ctx: GateContext = {
    ...contextOf(life),
    ...{ dryRun: false, url: '', board: undefined, allowance: async (usd) => ({ usd }) },
  };
  const gated = await workflow(life).gate(ctx, requestOf(what, name));
  if (!('order' in gated)) throw new Error(`the gate says ${gated.name}: ${gated.says}`);
  return JSON.parse(JSON.stringify(gated.order)) as TaskOrder;
}

const workflow = ({ home, ledger }: Life) =>
  taskWith({ ledger: () => ledger ?? folderLedger(home, same), publishLedger: null, complain: () => undefined });

/** The work of an order, with the journal of its run. */
export async function worked(order: TaskOrder, life: Life): Promise<WorkResult & { readonly ctx: WorkContext }> {
  const { root, home, script, run = RUN, usd = 50, show = () => undefined } = life;
  const folder = path.join(home, 'subjects', 'tree', run);
  const journal = await openJournal(path.join(folder, 'journal.jsonl'), { now: clock.now, redact: same });
  const ctx: WorkContext = {
    ...contextOf(life),
    ...{ allowed: { usd }, folder, show, step: journal.step, steps: journal.steps, stop: new AbortController().signal },
    environment: async () => {
      const env = readEnv({ ...process.env, CREW_HOME: home });
      const environment = await openEnvironment({ env, root, config, home, clock });
      return Object.create(environment, { model: { value: script.model } });
    },
  };
  return { ...(await workflow(life).work(ctx, order)), ctx };
}
