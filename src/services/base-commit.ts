import { execFileSync } from 'node:child_process';
import { gitArgs, gitEnv } from '../adapters/git/index.js';

/**
 * The commit whose scripts and package settings are the project's own. `HEAD` alone is not it: in a resumed run, or after one that
 * committed, it may be an agent's work. So it is where `HEAD` left what is published of the default branch; where nothing is, `HEAD`; and
 * before there is a commit, nothing: the tree of no files. A run asks in its first life only. `known` is where the default branch ends, for
 * who knows it.
 */
export function baseCommit(root: string, known?: string): string {
  const names = known === undefined ? DEFAULTS : [known];
  const [head, ...ends] = commitsOf(root, ['HEAD', ...names]);
  const published = ends.find((id) => id !== undefined);
  if (published === undefined) return head ?? idOf(root, ['hash-object', '-t', 'tree', '/dev/null']) ?? 'HEAD';
  // A shallow clone may not know where they parted; what is published is nobody's agent's.
  return idOf(root, ['merge-base', 'HEAD', published]) ?? published;
}

const DEFAULTS = ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master'] as const;

/** The commits that these name, in one question; undefined for what names none. */
function commitsOf(root: string, names: readonly string[]): readonly (string | undefined)[] {
  const input = names.map((name) => `${name}^{commit}\n`).join('');
  const said = askGit(root, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], input) ?? '';
  const lines = said.split('\n');
  return names.map((_, n) => /^([0-9a-f]+) commit$/.exec(lines[n] ?? '')?.[1]);
}

function idOf(root: string, args: readonly string[]): string | undefined {
  const text = askGit(root, args)?.trim();
  return text === '' ? undefined : text;
}

/** What git says, asked at once and hardened as everywhere; undefined where it says no. */
export function askGit(root: string, args: readonly string[], input = ''): string | undefined {
  try {
    return execFileSync('git', [...gitArgs(), ...args], {
      cwd: root,
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 256 * 1024 * 1024,
      env: gitEnv({ PATH: process.env.PATH }),
    });
  } catch {
    return undefined;
  }
}
