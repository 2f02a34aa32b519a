// Runs git in a bare repository, and runs writers of a repository one after another. Used by the other files of git/ and the git endpoint;
// create-world.ts and world.ts hold the queues of writers.

import { spawn } from 'node:child_process';

export type GitCall = {
  readonly dir: string;
  readonly args: readonly string[];
  readonly input?: Buffer | string;
  readonly env?: { readonly [name: string]: string };
};

/** A failed git command; its stderr is kept, because callers may need it. */
export class GitFailure extends Error {
  readonly code: number | null;
  readonly stderr: string;

  constructor({ args, code, stderr }: { args: readonly string[]; code: number | null; stderr: string }) {
    super(`git ${args.join(' ')} ended with ${code}: ${stderr}`);
    this.name = 'GitFailure';
    this.code = code;
    this.stderr = stderr;
  }
}

/** Runs git in a bare repository, ignoring the user's configuration. */
export function git({ dir, args, input, env }: GitCall): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...args], { cwd: dir, env: { ...cleanEnvironment(), ...env }, stdio: 'pipe' });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out));
      else reject(new GitFailure({ args, code, stderr: Buffer.concat(err).toString() }));
    });
    // A process may end before it has read all its input; its exit code tells whether it failed.
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
  });
}

/** Git's output without the final newline. */
export async function gitText(call: GitCall): Promise<string> {
  return (await git(call)).toString().trimEnd();
}

/** Outputs of git commands by repository and arguments. An output stays right, because objects never change. */
const cachedOutputs = new Map<string, Promise<Buffer>>();
const cacheLimits = { entries: 1_000, bytes: 262_144 };

/** Like `git`, with a cache. Only for commands whose output depends only on objects that `args` names by full ids. */
export function gitCached({ dir, args }: Pick<GitCall, 'dir' | 'args'>): Promise<Buffer> {
  const key = [dir, ...args].join('\0');
  const cached = cachedOutputs.get(key);
  if (cached !== undefined) return cached;
  const output = git({ dir, args });
  if (cachedOutputs.size >= cacheLimits.entries) cachedOutputs.clear();
  cachedOutputs.set(key, output);
  const forget = () => cachedOutputs.delete(key);
  output.then(({ length }) => (length > cacheLimits.bytes ? forget() : undefined), forget);
  return output;
}

function cleanEnvironment(): { [name: string]: string } {
  const path = Reflect.get(process.env, 'PATH');
  return {
    PATH: typeof path === 'string' ? path : '',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
}

/** Runs work with the same key one after another; work with different keys runs in parallel. */
export type Serialize = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Prevents that two writers of one repository both see the refs before the change: one change would then be reported twice. */
export function createSerializer(): Serialize {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, result);
    return result;
  };
}
