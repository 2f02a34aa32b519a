// What the files of this folder may read: files of the commit, variables, the user's files, and the output of tools. Also parsers of settings
// files and XML.

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
  readonly commit?: string | undefined;
}

/** A project with the machine's settings. Each function returns null if there is nothing. */
export interface Project {
  /** A variable by any of these names, ignoring case. */
  variable(...names: readonly string[]): string | null;
  /** A file of the commit. */
  file(name: string): Promise<string | null>;
  /** Names of files and folders at the top level of the project. */
  readonly names: readonly string[];
  /** A file in the user's home, or an absolute path. */
  userFile(name: string): Promise<string | null>;
  /** The output of a tool that runs outside the project's folder. */
  runTool(tool: string, args: readonly string[]): Promise<string | null>;
}

/** The registry URLs that a package manager would use for this project. */
export type RegistryReader = (project: Project) => Promise<readonly string[]>;

const TIMEOUT_MS = 15_000;

export async function openProject({ root, env, commit = 'HEAD' }: RegistriesOptions): Promise<Project> {
  const options = { cwd: root, env: gitEnv({ PATH: env.PATH }) };
  const git = (...args: readonly string[]) => toolOutput('git', [...gitArgs(), ...args], options);
  const listed = await git('ls-tree', '-z', '--name-only', '--end-of-options', commit);
  const isCommitted = listed !== null;
  const names = (listed?.split('\0') ?? (await readdir(root).catch(() => []))).filter(Boolean);
  // Skips git for files that cannot exist, because most package managers are not used by the project.
  const read = async (name: string) => {
    if (!names.includes(name.split('/')[0] ?? '')) return null;
    return isCommitted ? git('cat-file', 'blob', `${commit}:./${name}`) : readText(path.join(root, name));
  };
  // Several package managers read the same manifest.
  const files = new Map<string, ReturnType<typeof read>>();
  const file = (name: string) => {
    const known = files.get(name) ?? read(name);
    files.set(name, known);
    return known;
  };
  const variables = new Map(Object.entries(env).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    variable: (...names) => names.map((name) => variables.get(name.toLowerCase())).find(Boolean) ?? null,
    file,
    names,
    userFile: (name) => readText(path.resolve(env.HOME ?? homedir(), name)),
    runTool: (tool, args) => toolOutputOnce(tool, args, pathOutsideProject(root, env)),
  };
}

/** Runs tools from the user's PATH without folders inside the project. */
function pathOutsideProject(root: string, env: RegistriesOptions['env']): NodeJS.ProcessEnv {
  const folders = (env.PATH ?? '').split(path.delimiter);
  const PATH = folders.filter((folder) => path.isAbsolute(folder) && !`${folder}/`.startsWith(`${root}/`));
  return { ...env, PATH: PATH.join(path.delimiter) };
}

/** Cached output of tools, by command line and environment, because npm takes long to start. */
const outputs = new Map<string, Promise<string | null>>();

function toolOutputOnce(tool: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  const key = JSON.stringify([tool, args, env]);
  const known = outputs.get(key);
  if (known !== undefined) return known;
  const answer = toolOutput(tool, args, { cwd: '/', env });
  outputs.set(key, answer);
  // A tool that failed may answer the next time.
  void answer.then((output) => (output === null ? outputs.delete(key) : undefined));
  return answer;
}

async function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

function toolOutput(tool: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  return new Promise<string | null>((resolve) => {
    execFile(tool, args, { ...options, timeout: TIMEOUT_MS, maxBuffer: 1 << 20 }, (error, stdout) => {
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
interface XmlElement {
  /** Its name, preceded by the names of its parents. */
  readonly path: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Its direct text. */
  readonly text: string;
}

/** The elements of an XML file up to its first syntax error. */
export function elementsIn(xml: string | null): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const openElements: { name: string; attributes: Readonly<Record<string, string>>; text: string }[] = [];
  let isBroken = false;
  const parser = new SaxesParser();
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on(
    'opentag',
    ({ name, attributes }) => void openElements.push({ name, attributes: { ...attributes }, text: '' }),
  );
  parser.on('text', (text) => {
    const last = openElements.at(-1);
    if (last) last.text += text;
  });
  parser.on('closetag', () => {
    const path = openElements.map(({ name }) => name);
    const last = openElements.pop();
    if (last && !isBroken) found.push({ path, attributes: last.attributes, text: last.text.trim() });
  });
  parser.write(xml ?? '').close();
  return found;
}
