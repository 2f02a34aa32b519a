import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SAFE_PATH } from './namespace-holder.js';

const run = promisify(execFile);

/**
 * Removes setuid and setgid bits that commands set, if crew runs as root: inside the sandbox they have no effect, outside they would give
 * root to every user. To be called when no process runs in the tree, so that no link can be swapped in.
 */
export async function dropSetuid(root: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const args = [
    root,
    '-name',
    '.git',
    '-prune',
    '-o',
    '-type',
    'f',
    '-perm',
    '/6000',
    '-exec',
    'chmod',
    'ug-s',
    '{}',
    '+',
  ];
  await run('find', args, { cwd: '/', env: { PATH: SAFE_PATH } }).catch(() => undefined); // the tree may have been removed
}
