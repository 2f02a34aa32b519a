import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { gitArgs, gitEnv } from '../../git/hardened.js';

export interface RegistriesAsk {
  readonly root: string;
  /** The environment of the person or the runner: PATH, HOME, and what package managers read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The commit whose configuration counts. Never the working tree of a repository: an agent writes there. */
  readonly at?: string | undefined;
}

/** What a package manager's own rules look at. Each answers null where there is nothing. */
export interface Project {
  /** A variable, by any of its names, in any letters. */
  variable(...names: readonly string[]): string | null;
  /** A file of the project, as it was committed. */
  file(name: string): Promise<string | null>;
  /** What lies at the project's top. */
  readonly names: readonly string[];
  /** A file of the person's home, or an absolute one. */
  own(name: string): Promise<string | null>;
  /** What a tool says when it is asked, far away from the project's files. */
  ask(tool: string, args: readonly string[]): Promise<string | null>;
}

/** The addresses that a package manager would turn to for this project. */
export type Manager = (project: Project) => Promise<readonly string[]>;

const LONGEST_MS = 15_000;

export async function openProject({ root, env, at = 'HEAD' }: RegistriesAsk): Promise<Project> {
  const how = { cwd: root, env: gitEnv({ PATH: env.PATH }) };
  const git = (...asked: readonly string[]) => said('git', [...gitArgs(), ...asked], how);
  const listed = await git('ls-tree', '-z', '--name-only', '--end-of-options', at);
  const isKnown = listed !== null;
  const there = (listed?.split('\0') ?? (await readdir(root).catch(() => []))).filter(Boolean);
  // Most managers are not this project's: nobody is started to look for what is not there.
  const read = async (name: string) => {
    if (!there.includes(name.split('/')[0] ?? '')) return null;
    return isKnown ? git('cat-file', 'blob', `${at}:./${name}`) : text(path.join(root, name));
  };
  // Several managers look at the same manifest.
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
    own: (name) => text(path.resolve(env.HOME ?? homedir(), name)),
    ask: (tool, args) => said(tool, args, { cwd: '/', env: outside(root, env) }),
  };
}

/** Tools are asked as the person would, but never one that lies in the project. */
function outside(root: string, env: RegistriesAsk['env']): NodeJS.ProcessEnv {
  const folders = (env.PATH ?? '').split(path.delimiter);
  const PATH = folders.filter((folder) => path.isAbsolute(folder) && !`${folder}/`.startsWith(`${root}/`));
  return { ...env, PATH: PATH.join(path.delimiter) };
}

async function text(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

function said(tool: string, args: readonly string[], how: { cwd: string; env: NodeJS.ProcessEnv }) {
  return new Promise<string | null>((resolve) => {
    execFile(tool, args, { ...how, timeout: LONGEST_MS, maxBuffer: 1 << 20 }, (error, stdout) => {
      resolve(error ? null : stdout);
    });
  });
}
