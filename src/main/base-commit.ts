import { execFileSync } from 'node:child_process';
import { gitArgs, gitEnv } from '../adapters/git/hardened.js';

/**
 * The commit whose scripts and package settings are the project's own. `HEAD` alone is not it: in a resumed run, or after one that
 * committed, it may be an agent's work. So it is where `HEAD` left what is published of the default branch; where nothing is, `HEAD`; and
 * before there is a commit, nothing: the tree of no files. A run asks in its first life only.
 */
export function baseCommit(root: string): string {
  const published = DEFAULTS.find((name) => idOf(root, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]));
  if (published === undefined)
    return (
      idOf(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']) ??
      idOf(root, ['hash-object', '-t', 'tree', '/dev/null']) ??
      'HEAD'
    );
  // A shallow clone may not know where they parted; what is published is nobody's agent's.
  return (
    idOf(root, ['merge-base', 'HEAD', published]) ??
    idOf(root, ['rev-parse', '--verify', '--quiet', `${published}^{commit}`]) ??
    'HEAD'
  );
}

const DEFAULTS = ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master'] as const;

function idOf(root: string, args: readonly string[]): string | undefined {
  const text = askGit(root, args)?.trim();
  return text === '' ? undefined : text;
}

/** What git says, asked at once and hardened as everywhere; undefined where it says no. */
export function askGit(root: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', [...gitArgs(), ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 256 * 1024 * 1024,
      env: gitEnv({ PATH: process.env.PATH }),
    });
  } catch {
    return undefined;
  }
}
