// The command line as a person runs it: a process of its own.
import { spawn } from 'node:child_process';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface How {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  readonly script?: string;
}

/** Runs crew, or another script of the bundle, with an environment of its own. */
export function runCrew(
  args: readonly string[],
  { env = {}, cwd = ROOT, input = '', script = 'bin/crew.mjs' }: How = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}
