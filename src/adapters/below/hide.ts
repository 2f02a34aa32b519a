import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UserError } from '../../errors.js';
import { askGitOnce } from '../clone/git.js';
import { excludeFileOf, prefixOf } from './own-git.js';

const HEAD = '# crew: what it leaves here is no part of any change';

/** Keeps paths out of every change, through the exclude file that is this clone's alone. */
export async function hide(root: string, paths: readonly string[]): Promise<void> {
  const tracked = await askGitOnce(root, ['ls-files', '--', ...paths.map((path) => `:(glob)${path}${deep(path)}`)]);
  const [first] = (tracked ?? '').split('\n').filter(Boolean);
  if (first !== undefined) throw mine(first);
  const named = await excludeFileOf(root);
  if (named === null) throw new Error(`${root} is no clone`);
  const file = resolve(root, named);
  const before = await readFile(file, 'utf8').catch(() => '');
  const prefix = await prefixOf(root);
  const wanted = paths.map((path) => `/${prefix}${path}`);
  const missing = wanted.filter((line) => !before.split('\n').includes(line));
  if (missing.length === 0) return;
  await mkdir(dirname(file), { recursive: true });
  const head = before.includes(HEAD) ? [] : [HEAD];
  const text = [before.trimEnd(), ...head, ...missing].filter(Boolean).join('\n');
  await writeFile(file, `${text}\n`);
}

const deep = (path: string): string => (path.endsWith('/') ? '**' : '');

const mine = (file: string): UserError =>
  new UserError({
    expected: 'agent/context_*.md and .crew/ to be free for crew',
    found: `${file}, which git tracks`,
    remedy: 'Rename it, or remove it from the repository.',
    ends: 'refused',
  });
