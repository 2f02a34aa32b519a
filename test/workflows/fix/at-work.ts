// `crew fix` as the command line runs it: a real repository, its tests, the sandbox and the journal; only the model is scripted.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { UserError } from '../../../src/ports/errors.js';
import type { Event } from '../../../src/ports/event.js';
import type { Progress } from '../../../src/ports/progress.js';
import type { Outcome, RunRecord, Step } from '../../../src/ports/run.js';
import { readSteps } from '../../../src/runs/journal.js';
import { runLocally } from '../../../src/runs/local.js';
import { runIn } from '../../../src/runs/record.js';
import { journalFile, type Services } from '../../../src/runs/services.js';
import { parseScript, type ScriptedModel, startModel } from '../../../src/sample/model/index.js';
import { readEnv } from '../../../src/services/env.js';
import { openEnvironment } from '../../../src/services/environment.js';
import { lockTree } from '../../../src/services/process.js';
import { localServices, redactorOf } from '../../../src/services/wire.js';
import { type RunView, runView } from '../../../src/view/run/document.js';
import { newFolder } from '../../build/folder.js';
import { type Files, nodePackage, writeFiles } from '../../verify/pipeline/projects.js';

const GIT = ['-c', 'user.name=maya', '-c', 'user.email=maya@example.org'];
export const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', [...GIT, ...args], { cwd: root, stdio: 'pipe', encoding: 'utf8' });

/** One run of what differs is enough here, and walls are asked for where a test is about them. */
const QUICK: Files = { '.github/crew.yml': 'sandbox:\n  required: false\nverify:\n  reruns: 0\n' };

/** A repository with one commit of these files. */
export async function repositoryOf(files: Files): Promise<string> {
  const root = await newFolder();
  await writeFiles(root, { ...QUICK, ...files });
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=first');
  return root;
}

/** `add` subtracts; one test shows it, another one must stay whole. */
export const wrongSum: Files = {
  ...nodePackage(`import { add } from '../add.js';
test('adds', () => assert.equal(add(1, 2), 3));
test('does nothing with zero', () => assert.equal(add(4, 0), 4));`),
  'add.js': 'export const add = (a, b) => a - b;\n',
  // Without npm between: it is the slowest of it.
  '.github/crew.yml': `${QUICK['.github/crew.yml']}  steps:\n    - { name: test, run: node --test }\n`,
};

export const TASK = 'add(1, 2) in add.js gives -1, it should give 3';

/** A call of the script's, as YAML that is JSON. */
export const call = (name: string, input: unknown) => ({ name, input });

export const edit = (file: string, old: string, to: string) => call('edit', { path: file, edits: [{ old, new: to }] });

/** An answer of the Editor's; a test names what it is about. */
export const answer = (of: Readonly<Record<string, unknown>> = {}) =>
  call('answer', {
    result: 'changed',
    kind: 'bug',
    approach: 'The sum subtracts, so the sign has to turn.',
    what: 'The operator in add.js.',
    why: 'It took the second number away.',
    shownBy: [{ file: 'test/little.test.js', test: 'adds' }],
    ...of,
  });

type Turn = Readonly<Record<string, unknown>>;
export const turn = (...tools: readonly unknown[]): Turn => ({ tools });
/** What the Editor says, and what the Scouts do. */
export interface Script {
  readonly editor?: readonly Turn[];
  readonly scoutA?: readonly Turn[];
  readonly scoutB?: readonly Turn[];
}

const PARTS = [
  ['editor', 'You are the Editor'],
  ['scoutA', 'You are Scout A'],
  ['scoutB', 'You are Scout B'],
] as const;

const opened: ScriptedModel[] = [];
afterAll(() => Promise.all(opened.splice(0).map((model) => model.close())));

/** A model that is closed after the last test of the file. */
export function opens(model: ScriptedModel): ScriptedModel {
  opened.push(model);
  return model;
}

async function modelOf(script: Script): Promise<ScriptedModel> {
  const parts = PARTS.flatMap(([name, system]) => {
    const turns = script[name];
    return turns ? [{ name, when: { system }, turns }] : [];
  });
  const text = JSON.stringify(parts.length > 0 ? { parts } : { turns: [{ text: 'nothing' }] });
  return opens(await startModel({ script: parseScript(text) }));
}

export interface Asked {
  readonly run: string;
  readonly outcome: Outcome;
}

export interface Life {
  /** Another machine: another clone; CREW_HOME is the same. */
  readonly root?: string;
  readonly stop?: AbortSignal;
  readonly show?: (progress: Progress) => void;
  /** The sandbox of this machine instead of none. */
  readonly walls?: boolean;
  /** Services of this life, before it begins. */
  readonly services?: (services: Services) => Services;
  /** Another process has the tree. */
  readonly isInUse?: boolean;
}

export interface Bench {
  readonly root: string;
  readonly model: ScriptedModel;
  /** A folder of the search path; empty until a test puts a tool there. */
  readonly bin: string;
  /** As a person types it: `fix`, `plan`, `apply`, `continue` … */
  ask(words: readonly string[], life?: Life & { readonly run?: string }): Promise<Asked>;
  /** The records of all runs, oldest first. */
  runs(): Promise<readonly RunRecord[]>;
  steps(run: string): Promise<readonly Step[]>;
  view(run: string): Promise<RunView>;
  /** A file of the tree; null where there is none. */
  read(file: string): string | null;
  /** What git says of the tree. */
  status(): string;
}

let asked = 0;

const inUse = new UserError({ expected: 'no other run', found: 'crew', remedy: 'Wait.', ends: 'refused' });

/** A place to work in: a repository, and a model that says what the script says. */
export async function benchOf(root: string, script: Script | ScriptedModel): Promise<Bench> {
  const model = 'url' in script ? script : await modelOf(script);
  const home = path.join(await newFolder(), 'home');
  const bin = await newFolder();
  const env = readEnv({
    PATH: `${process.env.PATH}:${bin}`,
    HOME: process.env.HOME,
    CREW_HOME: home,
    ANTHROPIC_API_KEY: 'a-key',
    ANTHROPIC_BASE_URL: model.url,
  });
  const servicesAt = (at: string): Services => ({
    ...localServices({ env, root: at, lang: undefined }),
    log: () => undefined,
  });
  const { store } = servicesAt(root);
  const steps = async (run: string) => readSteps((await store.file('tree', journalFile(run))) ?? '');
  return {
    root,
    model,
    bin,
    steps,
    runs: async () => (await store.read('tree')).runs,
    async ask(words, { run, root: at = root, stop, show = () => undefined, walls, isInUse, services: change } = {}) {
      asked += 1;
      const event: Event = { kind: 'typed', key: `typed-${asked}`, repo: undefined, issue: undefined, run, words };
      const services = change?.(servicesAt(at)) ?? servicesAt(at);
      const { config } = await services.settings();
      const ended = await runLocally(event, services, {
        home,
        redact: redactorOf(env),
        lock: () => (isInUse ? Promise.reject(inUse) : lockTree(at, home)),
        stop: stop ?? new AbortController().signal,
        show,
        environment: ({ step }) =>
          openEnvironment({
            once: (find) => step('script base', find),
            ...{ env, root: at, config, home, clock: services.clock },
            ...(walls ? {} : { levels: [] }),
          }),
      });
      const last = ended.at(-1);
      if (!last?.outcome) throw new Error('it came to no end');
      return { run: last.run ?? '', outcome: last.outcome };
    },
    async view(run) {
      const record = runIn(await store.read('tree'), run);
      if (!record) throw new Error(`no record of ${run}`);
      return runView({ record, steps: await steps(run) }, { now: Date.now() });
    },
    read: (file) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null),
    status: () => git(root, 'status', '--short').trimEnd(),
  };
}

export class Killed extends Error {}

let lives = 0;

/** Each life is a process of its own, and those before it have ended. */
export function another(services: Services): Services {
  lives += 1;
  const process = `life-${lives}`;
  return { ...services, process, isAlive: (name) => name === process };
}

/**
 * A process that ends when it asks for the time once more than `looks`: the journal does so before each step and again before it is
 * written, and without the time nothing is written afterwards either.
 */
export function mortal(looks: number): { services: (services: Services) => Services; looks: () => number } {
  let count = 0;
  const services = (alive: Services): Services => {
    const now = () => {
      count += 1;
      if (count > looks) throw new Killed();
      return alive.clock.now();
    };
    return { ...another(alive), clock: { ...alive.clock, now } };
  };
  return { services, looks: () => count };
}

/** The bench of `wrongSum`. */
export const sumBench = async (editor: readonly Turn[], files: Files = {}): Promise<Bench> =>
  benchOf(await repositoryOf({ ...wrongSum, ...files }), { editor });
