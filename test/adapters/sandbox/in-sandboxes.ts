// What the tests of sealed cells share: the rungs that bear here, a repository with a secret in its configuration, and what a command said.
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { LEVELS, openSandbox, probeSandboxLevels, type SandboxOptions } from '../../../src/adapters/sandbox/index.js';
import type { Command, CommandResult, Sandbox } from '../../../src/ports/index.js';
import { newFolder } from '../../build/folder.js';

const opened: Sandbox[] = [];
afterAll(() => Promise.all(opened.map((sandbox) => sandbox.close())));

export const tried = await probeSandboxLevels({ env: process.env });

/** Every rung, and whether it bears on this machine. */
export const RUNGS = LEVELS.map((level) => ({
  level,
  need: `${level.name} that works`,
  there: tried.some(({ name, works }) => name === level.name && works),
}));

/** A cell that is closed after the last test of the file. */
export async function opens(ask: Pick<SandboxOptions, 'root'> & Partial<SandboxOptions>): Promise<Sandbox> {
  const sandbox = await openSandbox({ hosts: [], required: true, env: process.env, ...ask });
  opened.push(sandbox);
  return sandbox;
}

export type Heard = CommandResult & { readonly out: string; readonly err: string };

export async function runIn(sandbox: Sandbox, cwd: string, line: string, more: Partial<Command> = {}): Promise<Heard> {
  const said = { out: '', err: '' };
  const onOutput: Command['onOutput'] = (chunk, from) => {
    said[from] += Buffer.from(chunk).toString();
  };
  const ran = await sandbox.run({ line, cwd, timeoutMs: 20_000, onOutput, ...more });
  return { ...ran, ...said };
}

/** A repository with one commit, and a token where checkouts leave it. */
export async function repository(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = realpathSync(await newFolder());
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  fill(root, { 'a.txt': 'one\n', ...files });
  git('add', '.');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first');
  git('config', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic c2VjcmV0');
  git('remote', 'add', 'origin', 'https://user:secret@github.com/o/r');
  return root;
}

export function fill(root: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
}
