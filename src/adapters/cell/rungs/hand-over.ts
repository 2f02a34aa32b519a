import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SAFE_PATH } from './hold.js';
import type { User } from './user-for.js';

export interface HandOver {
  readonly root: string;
  readonly user: User;
  /** How to get inside as the superuser: what happens there cannot reach outside, whatever links the tree holds. */
  readonly inside: readonly string[];
}

const run = promisify(execFile);

/**
 * Gives a tree of the superuser's to another user, for as long as the cell is open. What is protected stays whose it is: inside it is
 * read-only, for the superuser too, so that chown complains of it and goes on.
 */
export async function handOver({ root, user: { uid, gid }, inside }: HandOver) {
  const find = async (...args: readonly string[]) => {
    const [file = 'find', ...rest] = [...inside, 'find', root, ...GIT, ...args];
    await run(file, rest, { cwd: '/', env: { PATH: SAFE_PATH }, maxBuffer: 1 << 26 }).catch(() => undefined);
  };
  await find('-uid', '0', '-exec', 'chown', '-h', `${uid}:${gid}`, '{}', '+');
  return {
    /** Before each command: what crew itself wrote in between is theirs too. Installed packages it never writes. */
    before: ['bash', '--norc', '-c', HAND_ON, root, `${uid}:${gid}`],
    back: () => find('-uid', String(uid), '-exec', 'chown', '-h', '0:0', '{}', '+'),
  };
}

const GIT = ['-name', '.git', '-prune', '-o'];

const HAND_ON = `to=$1; shift
find "$0" '(' -name .git -o -name node_modules ')' -prune -o -uid 0 -exec chown -h "$to" '{}' + 2>/dev/null
exec "$@"`;
