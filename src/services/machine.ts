// Facts about the machine for the prompts of agents: its system, and the versions of runtimes on the PATH. environment.ts offers them.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { machine } from 'node:os';
import path from 'node:path';
import type { MachineFacts } from '../ports/index.js';

/** The arguments that make each runtime print its version. Package managers are left out because they are slow. */
const VERSION_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  node: ['--version'],
  python3: ['--version'],
  go: ['env', 'GOVERSION'],
  rustc: ['--version'],
  java: ['--version'],
  ruby: ['--version'],
  php: ['--version'],
  dotnet: ['--version'],
  deno: ['--version'],
  bun: ['--version'],
};

const TIMEOUT_MS = 3_000;

/** A cache of the facts, by PATH, because asking ten programs for their versions takes seconds. */
const knownFacts = new Map<string, Promise<MachineFacts>>();

/** Reads the facts. Programs in the tree are not run: the tree is not trusted outside the sandbox. */
export async function machineFacts({
  PATH = '',
  root,
}: {
  PATH?: string | undefined;
  root: string;
}): Promise<MachineFacts> {
  const folders = PATH.split(path.delimiter).filter(
    (folder) => path.isAbsolute(folder) && path.relative(root, folder).startsWith('..'),
  );
  const search = folders.join(path.delimiter);
  const facts = knownFacts.get(search) ?? askPrograms(search);
  knownFacts.set(search, facts);
  return facts;
}

async function askPrograms(search: string): Promise<MachineFacts> {
  const env = { PATH: search, LANG: 'C.UTF-8' };
  const answers = await Promise.all(
    Object.entries(VERSION_ARGUMENTS).map(async ([name, args]) => [name, await firstLine(name, args, env)] as const),
  );
  return {
    system: `${await distribution()}, ${machine()}`,
    versions: Object.fromEntries(answers.filter((each): each is [string, string] => each[1] !== undefined)),
  };
}

async function distribution(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(text)?.[1] ?? process.platform;
}

function firstLine(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return new Promise((done) => {
    execFile(file, [...args], { env, timeout: TIMEOUT_MS }, (error, stdout) =>
      done(error ? undefined : stdout.split('\n', 1)[0]?.trim().slice(0, 100) || undefined),
    );
  });
}
