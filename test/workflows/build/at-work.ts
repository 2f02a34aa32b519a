// A build at work: real git, real worktrees, a real pipeline; the model says what a test says for each role and task.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaults } from '../../../src/config/index.js';
import { type MemoryServices, recallOfRun } from '../../../src/memory/services.js';
import type { Clock, Model } from '../../../src/ports/index.js';
import type { Block, ModelRequest, Turn } from '../../../src/ports/model.js';
import type { RunRecord, Signal, Step } from '../../../src/ports/run.js';
import type { WorkContext, WorkResult } from '../../../src/ports/workflow.js';
import { openJournal } from '../../../src/runs/journal.js';
import type { BuildConfig, BuildOrder } from '../../../src/workflows/build/build.js';
import type { BuildDocument } from '../../../src/workflows/build/conclude.js';
import type { PlanTask } from '../../../src/workflows/build/rules/plan.js';
import { work } from '../../../src/workflows/build/work.js';
import type { Learning } from '../../../src/workflows/retrospect/learning.js';
import { START } from '../../build/clock.js';
import { planText } from './plans.js';
import { shopOf } from './shop.js';

let made = 0;
/** A call of a tool; ids are as unique as a service's. */
export function calls(tool: string, input: unknown = {}): Block {
  made += 1;
  return { kind: 'call', id: `toolu_${made}`, tool, input };
}

const USAGE = { in: 100, out: 20, cacheRead: 1000, cacheWrite: 50 };
export const says = (...blocks: readonly Block[]): Turn => ({ blocks, stop: 'calls', usage: USAGE });

export interface Project {
  readonly root: string;
  readonly home: string;
  /** Of the run. */
  readonly folder: string;
  readonly git: (...args: string[]) => string;
  readonly read: (file: string) => string | null;
  /** A file of the work folder. */
  readonly file: (file: string) => string | null;
}

const TEST = `import test from 'node:test';
import assert from 'node:assert';
import { readdirSync } from 'node:fs';
for (const file of readdirSync('src')) test(file, async () => assert.equal((await import('../src/' + file)).broken, undefined));
`;

/** A project in folders of the caller's. */
export function projectIn(root: string, home: string, files: Readonly<Record<string, string>> = {}): Project {
  const folder = path.join(home, 'subjects/tree/build-1');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '-q', '-b', 'main');
  const all = {
    'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
    'src/a.js': 'export const a = 1;\n',
    'test/all.test.js': TEST,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  git('add', '.');
  git('commit', '-qm', 'first');
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
  return {
    ...{ root, home, folder, git },
    read: (file) => read(path.join(root, file)),
    file: (file) => read(path.join(folder, 'work/cmd_007', file)),
  };
}

/** Who asks, by the prompt of its role, and which task and attempt it is about. */
export interface Asking {
  readonly role: string;
  readonly task: number;
  /** Turns of this conversation so far. */
  readonly turn: number;
  /** The first message. */
  readonly prompt: string;
  readonly ask: ModelRequest;
}

export type Say = (asking: Asking) => Turn | Promise<Turn>;

const ROLES: Readonly<Record<string, string>> = {
  'the Decomposer': 'decomposer',
  'the Plan reviewer': 'plan-reviewer',
  'a Coder': 'coder',
  'a Writer': 'writer',
  'a Researcher': 'researcher',
  'a Review worker': 'reviewer',
  'the Aggregator': 'aggregator',
  'the Secretary': 'secretary',
  'the Request classifier': 'classifier',
  'the Retrospector': 'retrospector',
  'the LP flush': 'lp-flush',
};

export interface Talk extends Model {
  readonly askings: Asking[];
}

export function modelOf(say: Say): Talk {
  const askings: Asking[] = [];
  return {
    askings,
    async turn(ask) {
      const first = ask.messages[0]?.blocks[0];
      const prompt = first?.kind === 'text' ? first.text : '';
      const who = /^You are ((?:the|an?) [A-Za-z ]+?)\./.exec(ask.system)?.[1] ?? '';
      const task = Number(/tasks\/task_(\d+)\.md を読め/.exec(prompt)?.[1] ?? 0);
      const turn = ask.messages.filter(({ role }) => role === 'assistant').length;
      const asking = { role: ROLES[who] ?? who, task, turn, prompt, ask };
      askings.push(asking);
      return say(asking);
    },
  };
}

export const DIR = 'work/cmd_007/';
export const done = () => says(calls('answer', { text: 'done' }));
export const writes = (files: Readonly<Record<string, string>>, dir = DIR) =>
  says(...Object.entries(files).map(([file, content]) => calls('work-write', { path: dir + file, content })));

export const result = (front = 'status: success\nquality: GREEN\ncompleteness: 100\nerrors: []'): string =>
  `---\n${front}\n---\n# Result\n${'SECRET BODY of a result\n'.repeat(30)}\n## Sources\n- a:1\n\`\`\`js\nx\n\`\`\`\n<!-- COMPLETE -->\n`;

export const SUMMARY = `---\ngenerated_by: "crew"\ndate: "2026-11-18"\ncmd_id: "cmd_007"\nstatus: success\nquality: GREEN\ncompleteness: 100\ntask_count: 3\nfailed_tasks: []\n---\n# Summary\nAll of it.\n`;

/** What a worker does: files of the repository, written anew; then its result. */
export interface Deed {
  readonly files?: Readonly<Record<string, string>>;
  /** Null: the worker writes no result. */
  readonly result?: string | null;
}

/** A helpful crew: a plan, workers that do what is listed for their task, a summary. */
export function crew({
  tasks,
  deeds = {},
  other,
}: {
  tasks: readonly PlanTask[];
  deeds?: Readonly<Record<number, Deed | ((asking: Asking) => Deed)>>;
  other?: (asking: Asking) => Turn | undefined | Promise<Turn | undefined>;
}): Say {
  return async (asking) => {
    const own = await other?.(asking);
    if (own) return own;
    const { role, task, turn } = asking;
    if (role === 'classifier') return says(calls('answer', { kind: 'other' }));
    if (turn > 0) return done();
    const dir = /work\/cmd_\d+\//.exec(asking.prompt)?.[0] ?? DIR;
    if (role === 'decomposer') {
      const files = Object.fromEntries(tasks.map(({ file, id }) => [file, `SECRET BODY of task ${id}\n`]));
      return writes({ ...files, 'plan.md': planText(tasks) }, dir);
    }
    if (role === 'aggregator')
      return writes({ 'report.md': 'SECRET BODY of a report\n', 'report_summary.md': SUMMARY }, dir);
    const deed = deeds[task];
    const { files = {}, result: text = result() } = (typeof deed === 'function' ? deed(asking) : deed) ?? {};
    const repository = Object.entries(files).map(([file, content]) => calls('write', { path: file, content }));
    if (text === null) return says(...repository);
    return says(...repository, calls('work-write', { path: `${dir}results/result_${task}.md`, content: text }));
  };
}

/** Most tests are about the other phases. */
export const WITHOUT_PHASE_4 = {
  retrospect: { ...defaults.build.retrospect, enabled: false },
  lp_system: { ...defaults.build.lp_system, collect_signals: false },
} as const;

export interface Life {
  readonly model: Model;
  readonly build?: Partial<BuildConfig>;
  readonly order?: Partial<BuildOrder>;
  readonly signals?: readonly Signal[];
  readonly usd?: number;
  readonly clock?: Clock;
  readonly stop?: AbortSignal;
  readonly learning?: Learning;
  readonly memory?: MemoryServices;
  /** Runs that were recorded before. */
  readonly records?: readonly RunRecord[];
  /** Around every step. */
  readonly steps?: (step: WorkContext['step']) => WorkContext['step'];
}

export interface Lived {
  readonly result: WorkResult;
  readonly document: BuildDocument;
  readonly steps: readonly Step[];
  /** Lines that a person saw. */
  readonly lines: readonly string[];
}

/** One process of the run, from its journal. */
export async function live(place: Pick<Project, 'root' | 'home' | 'folder'>, of: Life): Promise<Lived> {
  const { root, home, folder } = place;
  const config = {
    ...defaults,
    sandbox: { ...defaults.sandbox, required: false },
    build: { ...defaults.build, ...WITHOUT_PHASE_4, ...of.build },
  };
  let ticks = 0;
  // Every look at it is a second later.
  const clock = of.clock ?? { now: () => START + 1000 * ticks++, sleep: async () => undefined };
  const journal = await openJournal(path.join(folder, 'journal.jsonl'), { now: clock.now, redact: (text) => text });
  const lines: string[] = [];
  const ctx: WorkContext = {
    ...{ run: 'build-1', repo: undefined, issue: undefined, place: 'terminal', github: undefined },
    settings: { lang: 'en', config, configFile: '.github/crew.yml', problems: [] },
    history: {
      list: async () => of.records ?? [],
      ofSubject: async () => [],
      load: async (run) => {
        const record = of.records?.find((each) => each.run === run);
        return record ? { record, steps: [] } : null;
      },
    },
    ...{ clock, signals: of.signals ?? [], allowed: { usd: of.usd ?? 50 } },
    environment: () => shopOf({ root, home, model: of.model }),
    step: of.steps ? of.steps(journal.step) : journal.step,
    ...{ steps: journal.steps, folder },
    recall: of.memory && recallOfRun(of.memory, config, journal.step),
    stop: of.stop ?? new AbortController().signal,
    show: (progress) => progress.kind === 'part' && lines.push(progress.name),
  };
  const order: BuildOrder = {
    cmd: 'cmd_007',
    request: `Do it.\n${'More words. '.repeat(60)}`,
    dryRun: false,
    ...of.order,
  };
  const ended = await work(ctx, order, of.learning);
  return { result: ended, document: ended.outcome.result as BuildDocument, steps: journal.steps(), lines };
}
