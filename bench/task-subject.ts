// The same fix alone and as a task, with a model that answers immediately, and a ledger of any size. Bundled for bench/task.mjs.
import path from 'node:path';
import { readConfig } from '../src/config/index.js';
import { folderLedger, type LedgerEntry } from '../src/memory/ledger.js';
import { queryLedger } from '../src/memory/ledger-query.js';
import type { Block, Turn } from '../src/ports/model.js';
import type { GateContext, WorkContext, Workflow } from '../src/ports/workflow.js';
import { openJournal } from '../src/runs/journal.js';
import { readEnv } from '../src/services/env.js';
import { openEnvironment } from '../src/services/environment.js';
import { fix } from '../src/workflows/fix/index.js';
import { taskWith } from '../src/workflows/task/index.js';

const read = readConfig(
  'sandbox:\n  required: false\nverify:\n  reruns: 0\n  steps:\n    - { name: test, run: node --test }\n',
);
if (!('config' in read)) throw new Error('the configuration of the benchmark is wrong');
const { config } = read;

const WHAT = 'Fix add(1, 2) in add.js: it gives -1, it should give 3';
const same = (text: string): string => text;
const clock = {
  now: () => Date.now(),
  sleep: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

let made = 0;
const call = (tool: string, input: unknown): Turn => {
  made += 1;
  const block: Block = { kind: 'call', id: `toolu_${made}`, tool, input };
  return { blocks: [block], stop: 'calls', usage: { in: 100, out: 20, cacheRead: 0, cacheWrite: 0 } };
};

const EDITOR = () => [
  call('edit', { path: 'add.js', edits: [{ old: 'a - b', new: 'a + b' }] }),
  call('answer', {
    ...{
      result: 'changed',
      kind: 'bug',
      approach: 'The sign has to turn.',
      what: 'The operator.',
      why: 'It subtracted.',
    },
    shownBy: [{ file: 'test/little.test.js', test: 'adds' }],
  }),
];
const WATCHER = () =>
  call('answer', {
    pass: true,
    issues: [],
    inspection_log: ['read'],
    blindspots_covered: [],
    misclassification_detected: false,
  });

/** Runs the fix alone or as a task; returns wall time, CPU time, model calls and outcome. */
export async function measured(kind: 'fix' | 'task', { root, home }: { root: string; home: string }) {
  const editor = EDITOR();
  let calls = 0;
  const model = {
    turn: async ({ system }: { readonly system: string }) => {
      calls += 1;
      const turn = system.startsWith('You are the Watcher') ? WATCHER() : editor.shift();
      if (!turn) throw new Error('the script has no further turn');
      return turn;
    },
  };
  const services = { ledger: () => folderLedger(home, same), publishLedger: null, complain: () => undefined };
  const workflow = (kind === 'fix' ? fix : taskWith(services)) as Workflow<unknown>;
  const phase = {
    ...{
      run: `${kind}-here-0123456789`,
      repo: undefined,
      issue: undefined,
      place: 'terminal' as const,
      clock,
      signals: [],
    },
    settings: { lang: 'en' as const, config, configFile: '.github/crew.yml', problems: [] },
    history: { list: async () => [], load: async () => null, ofSubject: async () => [] },
    github: undefined,
  };
  const gate: GateContext = { ...phase, dryRun: false, url: '', board: undefined, allowance: async (usd) => ({ usd }) };
  const folder = path.join(home, phase.run);
  const journal = await openJournal(path.join(folder, 'journal.jsonl'), { now: clock.now, redact: same });
  const ctx: WorkContext = {
    ...phase,
    ...{ allowed: { usd: 50 }, folder, show: () => undefined, step: journal.step, steps: journal.steps },
    stop: new AbortController().signal,
    environment: async () => {
      const env = readEnv({ ...process.env, CREW_HOME: home });
      const environment = await openEnvironment({ env, root, config, home, clock });
      return Object.create(environment, { model: { value: model } });
    },
  };
  const began = performance.now();
  const burnt = process.cpuUsage();
  const gated = await workflow.gate(gate, {
    event: { kind: 'typed', key: 'bench', repo: undefined, issue: undefined, words: [] },
    text: WHAT,
    command: { name: kind, args: kind === 'fix' ? { what: WHAT, scope: [] } : { what: WHAT } },
    at: new Date().toISOString(),
  });
  if (!('order' in gated)) throw new Error(`the gate says ${gated.name}: ${gated.says}`);
  const { outcome } = await workflow.work(ctx, gated.order);
  const { user, system } = process.cpuUsage(burnt);
  return {
    ms: performance.now() - began,
    cpu: (user + system) / 1000,
    calls,
    outcome: outcome.name,
    says: outcome.says,
  };
}

/** Milliseconds of a query among this many entries. */
export function queried(count: number): number {
  const words = ['parser', 'dates', 'cart', 'login', 'timeout', '認証', '設計', 'retry', 'cache', 'index'];
  const entries: LedgerEntry[] = Array.from({ length: count }, (_, n) => ({
    entry_id: `LEDGER-20261118-${String((n % 999) + 1).padStart(3, '0')}`,
    time: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    run: `task-${n}-0123456789`,
    component: 'watcher',
    event_type: 'decision',
    content: `pass = ${n % 3 === 0}, iteration = ${(n % 3) + 1}, ${words[n % 10]} in src/${words[(n * 7) % 10]}.ts`,
    rationale: `read the change of ${words[(n * 3) % 10]} and its tests, then the callers of ${words[(n * 9) % 10]}`,
  }));
  const began = performance.now();
  const found = queryLedger(entries, {
    text: 'The parser of dates fails in src/parser.ts after a timeout of the login: fix the retry, 認証の設計',
    ...{ kind: ['implement'], files: ['src/parser.ts'], now: Date.UTC(2026, 10, 18) },
  });
  if (found.length === 0) throw new Error('the query found nothing');
  return performance.now() - began;
}
