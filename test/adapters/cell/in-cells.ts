// What the tests of sealed cells share: the rungs that bear here, a repository with a secret in its configuration, and what a command said.
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { type CellAsk, LADDER, openCell, probeCells } from '../../../src/adapters/cell/index.js';
import type { Cell, Command, Ran } from '../../../src/ports.js';
import { newFolder } from '../../build/folder.js';

const opened: Cell[] = [];
afterAll(() => Promise.all(opened.map((cell) => cell.close())));

export const tried = await probeCells({ env: process.env });

/** Every rung, and whether it bears on this machine. */
export const RUNGS = LADDER.map((rung) => ({
  rung,
  need: `${rung.name} that works`,
  there: tried.some(({ name, works }) => name === rung.name && works),
}));

/** A cell that is closed after the last test of the file. */
export async function opens(ask: Pick<CellAsk, 'root'> & Partial<CellAsk>): Promise<Cell> {
  const cell = await openCell({ hosts: [], required: true, env: process.env, ...ask });
  opened.push(cell);
  return cell;
}

export type Heard = Ran & { readonly out: string; readonly err: string };

export async function runIn(cell: Cell, cwd: string, line: string, more: Partial<Command> = {}): Promise<Heard> {
  const said = { out: '', err: '' };
  const onOutput: Command['onOutput'] = (chunk, from) => {
    said[from] += Buffer.from(chunk).toString();
  };
  const ran = await cell.run({ line, cwd, timeoutMs: 20_000, onOutput, ...more });
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
