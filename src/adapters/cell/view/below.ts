import { execFile } from 'node:child_process';
import { SAFE_PATH } from '../rungs/hold.js';
import { NotHere } from '../rungs/rung.js';

/** What lies in a tree, as `find` names it. */
export interface Lying {
  /** Absolute. */
  readonly at: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

const KINDS: Readonly<Record<string, Lying['kind']>> = { f: 'file', d: 'folder', l: 'link' };

/**
 * Everything below a folder that `tests` of find's name, each folder before what is in it, links not followed. By a program, since a
 * tree with its packages has a hundred thousand names, and reading them here would take as long as the rest of opening a cell.
 */
export function below(root: string, tests: readonly string[]): Promise<readonly Lying[]> {
  const args = [root, '-mindepth', '1', ...tests, '-printf', '%y%p\\0'];
  return new Promise((resolve, reject) => {
    execFile('find', args, { cwd: '/', env: { PATH: SAFE_PATH }, maxBuffer: 1 << 28 }, (error, stdout) => {
      // It ends with 1 where a folder may not be read: then a command, which is no more than crew is, cannot read it either.
      if (error && error.code !== 1)
        reject(new NotHere({ found: `find: ${error.message}`, remedy: 'Install findutils.' }));
      else resolve(stdout.split('\0').filter(Boolean).map(lying));
    });
  });
}

const lying = (line: string): Lying => ({ at: line.slice(1), kind: KINDS[line.slice(0, 1)] ?? 'other' });
