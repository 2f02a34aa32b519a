// What a package manager's module may read: files of the commit, variables, the user's files, and the output of tools. Also readers of the
// file formats.

import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { SaxesParser } from 'saxes';
import { gitArgs, gitEnv } from '../../git/index.js';

export interface RegistriesOptions {
  readonly root: string;
  /** The user's or runner's environment: PATH, HOME and variables of package managers. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The commit whose configuration counts. Not the working tree, since an agent can write there. */
  readonly at?: string | undefined;
}

/** What a package manager's module may read. Each function returns null if there is nothing. */
export interface Project {
  /** A variable by any of these names, ignoring case. */
  variable(...names: readonly string[]): string | null;
  /** A file of the commit. */
  file(name: string): Promise<string | null>;
  /** Names at the top level of the project. */
  readonly names: readonly string[];
  /** A file in the user's home, or an absolute path. */
  userFile(name: string): Promise<string | null>;
  /** The output of a tool that runs outside the project's folder. */
  ask(tool: string, args: readonly string[]): Promise<string | null>;
}

/** The registry URLs that a package manager would use for this project. */
export type Manager = (project: Project) => Promise<readonly string[]>;

const MAX_MS_LENGTH = 15_000;

export async function openProject({ root, env, at = 'HEAD' }: RegistriesOptions): Promise<Project> {
  const how = { cwd: root, env: gitEnv({ PATH: env.PATH }) };
  const git = (...asked: readonly string[]) => toolOutput('git', [...gitArgs(), ...asked], how);
  const listed = await git('ls-tree', '-z', '--name-only', '--end-of-options', at);
  const isKnown = listed !== null;
  const there = (listed?.split('\0') ?? (await readdir(root).catch(() => []))).filter(Boolean);
  // Skips git for files that cannot exist, because most package managers are not used by the project.
  const read = async (name: string) => {
    if (!there.includes(name.split('/')[0] ?? '')) return null;
    return isKnown ? git('cat-file', 'blob', `${at}:./${name}`) : text(path.join(root, name));
  };
  // Several package managers read the same manifest.
  const files = new Map<string, ReturnType<typeof read>>();
  const file = (name: string) => {
    const known = files.get(name) ?? read(name);
    files.set(name, known);
    return known;
  };
  const small = new Map(Object.entries(env).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    variable: (...names) => names.map((name) => small.get(name.toLowerCase())).find(Boolean) ?? null,
    file,
    names: there,
    userFile: (name) => text(path.resolve(env.HOME ?? homedir(), name)),
    ask: (tool, args) => askOnce(tool, args, pathOutsideProject(root, env)),
  };
}

/** Runs tools from the user's PATH without folders inside the project. */
function pathOutsideProject(root: string, env: RegistriesOptions['env']): NodeJS.ProcessEnv {
  const folders = (env.PATH ?? '').split(path.delimiter);
  const PATH = folders.filter((folder) => path.isAbsolute(folder) && !`${folder}/`.startsWith(`${root}/`));
  return { ...env, PATH: PATH.join(path.delimiter) };
}

/** What tools said before, by question and environment: npm takes longer to start than a small step of a project. */
const answers = new Map<string, Promise<string | null>>();

function askOnce(tool: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  const key = JSON.stringify([tool, args, env]);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = toolOutput(tool, args, { cwd: '/', env });
  answers.set(key, answer);
  // A tool that failed may answer the next time.
  void answer.then((output) => (output === null ? answers.delete(key) : undefined));
  return answer;
}

async function text(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

function toolOutput(tool: string, args: readonly string[], how: { cwd: string; env: NodeJS.ProcessEnv }) {
  return new Promise<string | null>((resolve) => {
    execFile(tool, args, { ...how, timeout: MAX_MS_LENGTH, maxBuffer: 1 << 20 }, (error, stdout) => {
      resolve(error ? null : stdout);
    });
  });
}

/** Values of `key = value` files (npm, pip) whose key matches, without comments and quotes. */
export function settingsIn(text: string | null, key: RegExp): readonly string[] {
  return (text ?? '').split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([^#;=]+?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return key.test(name) && value ? [value.replace(/^(["'])(.*)\1$/, '$2')] : [];
  });
}

/** An element of an XML file. */
interface Element {
  /** Its name, preceded by the names of its parents. */
  readonly path: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Its direct text. */
  readonly text: string;
}

/** The elements of an XML file up to its first syntax error. */
export function elementsIn(xml: string | null): readonly Element[] {
  const found: Element[] = [];
  const open: { name: string; attributes: Readonly<Record<string, string>>; text: string }[] = [];
  let isBroken = false;
  const parser = new SaxesParser();
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on('opentag', ({ name, attributes }) => void open.push({ name, attributes: { ...attributes }, text: '' }));
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on('closetag', () => {
    const path = open.map(({ name }) => name);
    const last = open.pop();
    if (last && !isBroken) found.push({ path, attributes: last.attributes, text: last.text.trim() });
  });
  parser.write(xml ?? '').close();
  return found;
}
