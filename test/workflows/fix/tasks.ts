// The tasks of the corpus, put up: a repository with one commit, and what each kind of model says there.
import { execFileSync } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const pair = z.tuple([z.string(), z.string()]);
const call = z.union([
  z.strictObject({ read: z.string() }),
  z.strictObject({ edit: z.tuple([z.string(), z.string(), z.string()]) }),
  z.strictObject({ write: pair }),
  z.strictObject({ shell: z.string() }),
  z.strictObject({ scout: pair }),
  z.strictObject({ answer: z.looseObject({ shows: pair.optional(), raw: z.looseObject({}).optional() }) }),
]);
const turns = z.array(z.union([call, z.array(call)]));

const task = z.strictObject({
  name: z.string(),
  uses: z.enum(['node', 'typescript', 'python']).optional(),
  also: z.array(z.enum(['crlf', 'large'])).default([]),
  files: z.record(z.string(), z.string()),
  ask: z.array(z.string()),
  want: z.enum(['done', 'planned', 'awaiting', 'refused', 'stuck']),
  /** The model is not asked at all. */
  asks: z.literal('nothing').optional(),
  says: z.string().optional(),
  never: z.string().optional(),
  counts: z.strictObject({ loops: z.int(), replans: z.int() }).optional(),
  config: z.strictObject({ reruns: z.int() }).default({ reruns: 2 }),
  scoutA: turns.optional(),
  right: turns,
  cheat: turns.optional(),
});
export type Task = z.output<typeof task>;
type Call = z.output<typeof call>;
type Turns = z.output<typeof turns>;

/** Which model works on it: one that knows the answer, and four that go wrong. */
export const MODELS = ['right', 'claims', 'remarks', 'cheats', 'stops'] as const;
export type ModelKind = (typeof MODELS)[number];

/** All tasks, or those of these names. `corpus` is the folder of the corpus. */
export function tasksIn(corpus: string, names?: readonly string[]): readonly Task[] {
  const folder = path.join(corpus, 'tasks');
  const files = readdirSync(folder).filter((file) => file.endsWith('.yml'));
  const all = files.flatMap((file) => z.array(task).parse(parse(readFileSync(path.join(folder, file), 'utf8'))));
  if (!names) return all;
  return names.map((name) => {
    const found = all.find((each) => each.name === name);
    if (!found) throw new Error(`no task is called "${name}"`);
    return found;
  });
}

const TS_HOOKS = `import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transform(await readFile(new URL(url), 'utf8'), { loader: 'ts', format: 'esm' });
  return { format: 'module', source: code, shortCircuit: true };
}
`;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const packageJson = (test: string, devDependencies?: Readonly<Record<string, string>>): string =>
  json({ name: 'little', type: 'module', scripts: { test }, devDependencies });

const ESBUILD = { esbuild: '*' };

/** By a lock that both have, what is installed is shared with the tree of the base. */
const LOCK = json({
  ...{ name: 'little', lockfileVersion: 3, requires: true },
  packages: { '': { name: 'little', devDependencies: ESBUILD } },
});

/** What a language needs to run its tests, without anything that has to be fetched. */
const LANGUAGES: Readonly<Record<NonNullable<Task['uses']>, Readonly<Record<string, string>>>> = {
  node: { 'package.json': packageJson('node --test') },
  typescript: {
    'package.json': packageJson('node --import ./ts.mjs --test test/*.test.ts', ESBUILD),
    'package-lock.json': LOCK,
    'ts.mjs': "import { register } from 'node:module';\n\nregister('./ts-hooks.mjs', import.meta.url);\n",
    'ts-hooks.mjs': TS_HOOKS,
    '.gitignore': 'node_modules/\n',
  },
  python: { 'pyproject.toml': '[project]\nname = "little"\nversion = "1"\n', '.gitignore': '__pycache__/\n' },
};

const LARGE = 5_000;

/** Puts up the repository of a task in an empty folder. `modules` is a node_modules with esbuild in it. */
export function putUp({ files, uses, also, config }: Task, root: string, modules: string): void {
  const settings = { '.github/crew.yml': `sandbox: { required: false }\nverify: { reruns: ${config.reruns} }\n` };
  const all: Record<string, string> = { ...settings, ...(uses ? LANGUAGES[uses] : {}), ...files };
  if (also.includes('large'))
    for (let n = 0; n < LARGE; n += 1) all[`src/part-${n % 50}/module-${n}.js`] = `export const value${n} = ${n};\n`;
  for (const [file, text] of Object.entries(all)) {
    const place = path.join(root, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, also.includes('crlf') ? text.replaceAll('\n', '\r\n') : text);
  }
  if (uses === 'typescript')
    for (const name of ['esbuild', '@esbuild']) link(path.join(modules, name), path.join(root, 'node_modules', name));
  const git = (...words: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=maya', '-c', 'user.email=maya@example.org', '-c', 'core.autocrlf=false', ...words],
      {
        ...{ cwd: root, stdio: 'pipe' },
      },
    );
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=first');
}

/** The same bytes without a copy of them, where the disk is the same. */
function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) link(source, target);
    else
      try {
        linkSync(source, target);
      } catch {
        cpSync(source, target);
      }
  }
}

/** What a model of this kind says about a task, as a script for the scripted model. */
export function scriptOf(task: Task, kind: ModelKind): unknown {
  const parts = [{ name: 'editor', when: { system: 'You are the Editor' }, turns: editorTurns(task, kind) }];
  const scout = task.scoutA
    ? [{ name: 'scout-a', when: { system: 'You are Scout A' }, turns: task.scoutA.map(turnOf) }]
    : [];
  return { name: `${task.name}, ${kind}`, parts: [...parts, ...scout] };
}

/** The same work by one agent alone: where crew would verify, it runs the tests itself. */
export function linearOf({ name, uses, right }: Task): unknown {
  const test =
    uses === 'python' ? 'python3 -m unittest discover -s tests -t .' : uses ? 'npm test' : 'npm test --workspaces';
  const isAnswer = (turn: Turns[number]) => !Array.isArray(turn) && 'answer' in turn;
  const turns = right.flatMap((turn, n) => {
    if (!isAnswer(turn)) return isScout(turn) ? [] : [turnOf(turn)];
    return [turnOf({ shell: test }), ...(n === right.length - 1 ? [turnOf(turn)] : [])];
  });
  return { name: `${name}, alone`, turns };
}

const isScout = (turn: Turns[number]): boolean => !Array.isArray(turn) && 'scout' in turn;

interface Turn {
  readonly when?: { readonly turn: { readonly from: number } };
  readonly text?: string;
  readonly tools?: readonly unknown[];
}

/** Whoever goes wrong goes on with it until somebody ends it. */
function editorTurns({ right, cheat = [], files }: Task, kind: ModelKind): readonly Turn[] {
  const [first] = right;
  const turns: Readonly<Record<ModelKind, readonly Turn[]>> = {
    right: right.map(turnOf),
    claims: forever([], turnOf({ answer: { kind: 'other' } })),
    remarks: forever(
      [...remarked(files), { answer: { notShown: 'A test cannot show it.' } }].map(turnOf),
      turnOf({ answer: { kind: 'other' } }),
    ),
    cheats: forever(cheat.map(turnOf), turnOf(cheat.at(-1) ?? { answer: {} })),
    stops: forever(first ? [turnOf(first)] : [], { text: 'I changed it, and all tests pass. Done.' }),
  };
  return turns[kind].length > 0 ? turns[kind] : [{ text: 'Nobody should have asked.' }];
}

const forever = (begins: readonly Turn[], goesOn: Turn): readonly Turn[] => [
  { ...goesOn, when: { turn: { from: begins.length + 1 } } },
  ...begins,
];

/** Above the first file of the program somebody writes that it is right as it is. */
function remarked(files: Task['files']): Turns {
  const [file, text] = Object.entries(files).find(([each]) => isProgram(each)) ?? [];
  if (file === undefined || text === undefined) return [];
  return [{ write: [file, `${file.endsWith('.py') ? '#' : '//'} This is right as it is.\n${text}`] }];
}

const isProgram = (file: string): boolean =>
  /\.(?:[cm]?[jt]s|py)$/.test(file) && !/(?:^|\/)tests?[/_.]|[._]test\./.test(file);

const turnOf = (turn: Turns[number]): Turn => ({ tools: (Array.isArray(turn) ? turn : [turn]).map(toolOf) });

/** True of no change: each task shows that nothing of it reaches the page. */
const BOAST = 'All tests pass, I verified it and pushed it to main.';

/** What every answer says of its change. */
export const SAID = { what: `I changed it. ${BOAST}`, why: `It was asked for. ${BOAST}` };

const own = z.looseObject({ what: z.string(), why: z.string(), hypotheses: z.array(z.string()).default([]) });

/** What the model that knows the answer says in its last one; who gives up and guesses nothing, guesses its reason. */
export function lastWords({ right }: Task): z.output<typeof own> {
  const last = right.flat().findLast((call) => 'answer' in call);
  const said = last ? (toolOf(last) as { readonly input: unknown }).input : SAID;
  const words = own.parse({ ...SAID, ...(typeof said === 'object' ? said : {}) });
  const isGuess = 'result' in words && words.result === 'cannot' && words.hypotheses.length === 0;
  return isGuess ? { ...words, hypotheses: [words.why] } : words;
}

function toolOf(of: Call): unknown {
  if ('read' in of) return { name: 'read', input: { path: of.read } };
  if ('edit' in of) {
    const [file, old, to] = of.edit;
    return { name: 'edit', input: { path: file, edits: [{ old, new: to }] } };
  }
  if ('write' in of) return { name: 'write', input: { path: of.write[0], content: of.write[1] } };
  if ('shell' in of) return { name: 'shell', input: { command: of.shell } };
  if ('scout' in of) return { name: 'scout', input: { who: of.scout[0], question: of.scout[1] } };
  const { shows, raw, ...rest } = of.answer;
  const shownBy = shows ? [{ file: shows[0], test: shows[1] }] : [];
  return {
    name: 'answer',
    input: raw ?? {
      result: 'changed',
      kind: 'bug',
      approach: 'Do what was asked',
      ...SAID,
      shownBy,
      notShown: shows ? '' : 'There is none.',
      ...rest,
    },
  };
}
