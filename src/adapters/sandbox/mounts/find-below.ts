import { execFile } from 'node:child_process';
import { LevelUnavailable } from '../levels/level.js';
import { SAFE_PATH } from '../levels/namespace-holder.js';

/** An entry of a tree, as `find` reports it. */
export interface FoundEntry {
  /** Absolute path. */
  readonly at: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

const KINDS: Readonly<Record<string, FoundEntry['kind']>> = { f: 'file', d: 'folder', l: 'link' };

/**
 * All entries of a folder that match `tests` (arguments of `find`), parents before children, links not followed. Uses `find`, since a
 * tree with packages has a hundred thousand entries and Node would take as long as opening the sandbox.
 */
export function below(root: string, tests: readonly string[]): Promise<readonly FoundEntry[]> {
  const args = [root, '-mindepth', '1', ...tests, '-printf', '%y%p\\0'];
  return new Promise((resolve, reject) => {
    execFile('find', args, { cwd: '/', env: { PATH: SAFE_PATH }, maxBuffer: 1 << 28 }, (error, stdout) => {
      // Exit code 1 means that a folder is unreadable. A command in the sandbox has no more rights, so it cannot read it either.
      if (error && error.code !== 1)
        reject(new LevelUnavailable({ found: `find: ${error.message}`, remedy: 'Install findutils.' }));
      else resolve(stdout.split('\0').filter(Boolean).map(entryOf));
    });
  });
}

const entryOf = (line: string): FoundEntry => ({ at: line.slice(1), kind: KINDS[line.slice(0, 1)] ?? 'other' });
