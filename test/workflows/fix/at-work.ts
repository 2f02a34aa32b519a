// A fix at work for real: a repository, its tests, the walls, the journal; only the model says what a test says.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { goOn } from '../../../src/core/carry.js';
import type { Crew } from '../../../src/core/crew.js';
import type { Journal } from '../../../src/core/journal.js';
import { loadJournal } from '../../../src/core/kept.js';
import type { Outcome } from '../../../src/core/outcome.js';
import { type RunView, viewOf } from '../../../src/core/view.js';
import { outcomeOf } from '../../../src/core/workflow.js';
import type { Event } from '../../../src/event.js';
import { readEnv } from '../../../src/services/env.js';
import { workCrew } from '../../../src/services/wire.js';
import { openWorkshop } from '../../../src/services/workshop.js';
import type { Progress } from '../../../src/progress.js';
import { road } from '../../../src/road.js';
import { parseScript, type ScriptedModel, startModel } from '../../../src/sample/model/index.js';
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
  /** Another machine: another clone, another process; what is kept in the home is the same. */
  readonly root?: string;
  readonly stop?: AbortSignal;
  readonly show?: (progress: Progress) => void;
  /** The machine's own, strongest first. */
  readonly walls?: boolean;
  /** The crew of this life, before it begins. */
  readonly crew?: (crew: Crew) => Crew;
}

export interface Bench {
  readonly root: string;
  readonly model: ScriptedModel;
  /** A folder of the search path; empty until a test puts a tool there. */
  readonly bin: string;
  /** As a person types it: `fix`, `plan`, `apply`, `continue` … */
  ask(words: readonly string[], life?: Life & { readonly run?: string }): Promise<Asked>;
  /** Goes on with a run, as whoever finds that nobody holds it. */
  goOn(run: string, life?: Life): Promise<Outcome>;
  journal(run: string): Promise<Journal>;
  view(run: string): Promise<RunView>;
  /** A file of the tree; null where there is none. */
  read(file: string): string | null;
  /** What git says of the tree. */
  status(): string;
}

const same = (crew: Crew): Crew => crew;

let asked = 0;

/** A place to work in: a repository, and a model that says what the script says. */
export async function benchOf(root: string, script: Script | ScriptedModel): Promise<Bench> {
  const model = 'url' in script ? script : await modelOf(script);
  const home = path.join(await newFolder(), 'home');
  const bin = await newFolder();
  const crewOf = ({
    root: at = root,
    stop,
    show = () => undefined,
    walls = false,
    crew: change = same,
  }: Life): Crew => {
    const env = readEnv({
      PATH: `${process.env.PATH}:${bin}`,
      HOME: process.env.HOME,
      CREW_HOME: home,
      ANTHROPIC_API_KEY: 'a-key',
      ANTHROPIC_BASE_URL: model.url,
    });
    const of = { env, root: at, repo: undefined, lang: undefined, show, stop: stop ?? new AbortController().signal };
    const crew = workCrew(of);
    if (walls) return change(crew);
    const workshop = async () => {
      const { config } = await crew.known();
      return openWorkshop({ env, root: at, config, home, clock: crew.desk.clock, ladder: [] });
    };
    return change({ ...crew, workshop });
  };
  const journal = async (run: string) => {
    const found = await loadJournal(crewOf({}).desk.store, run);
    if (!found) throw new Error(`no journal of ${run}`);
    return found.journal;
  };
  return {
    root,
    model,
    bin,
    journal,
    async ask(words, { run, ...life } = {}) {
      asked += 1;
      const key = `typed-${asked}`;
      const event: Event = { kind: 'typed', key, repo: undefined, issue: undefined, run, words };
      const last = (await road(event, crewOf(life))).at(-1);
      if (!last?.outcome) throw new Error('it came to no end');
      return { run: last.run, outcome: last.outcome };
    },
    async goOn(run, life = {}) {
      const gone = await goOn(run, crewOf(life));
      if (!gone || gone === 'handover') throw new Error(`nobody goes on with ${run}`);
      return outcomeOf(gone.outcome);
    },
    async view(run) {
      const view = viewOf(await journal(run));
      if (!view) throw new Error(`nothing of ${run}`);
      return view;
    },
    read: (file) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null),
    status: () => git(root, 'status', '--short').trimEnd(),
  };
}

/** The bench of `wrongSum`. */
export const sumBench = async (editor: readonly Turn[], files: Files = {}): Promise<Bench> =>
  benchOf(await repositoryOf({ ...wrongSum, ...files }), { editor });
