import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SAFE_PATH } from './hold.js';

const run = promisify(execFile);

/**
 * Where crew is the superuser, what a command makes is the superuser's too: inside, a setuid bit means nothing, but outside it would let
 * everybody in. Called when nothing runs in the tree any more, so that nobody can put a link in the way.
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
  await run('find', args, { cwd: '/', env: { PATH: SAFE_PATH } }).catch(() => undefined); // a tree that is gone has none
}
